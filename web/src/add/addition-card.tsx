import { Plus } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import type { Added } from "../api/add.ts";
import { Effects } from "../approvals/effects.tsx";
import { nameWords } from "../base/name-words.ts";
import { plural } from "../base/tell-amount.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { Plain } from "../ui/plain.tsx";
import { RiskTag } from "../ui/risk-tag.tsx";
import { Tag } from "../ui/tag.tsx";
import { useFew } from "../ui/use-few.tsx";
import { Warnings } from "../ui/warnings.tsx";

const KINDS = {
  pack: "Pack",
  skill: "Skill",
  agent: "Agent",
  extension: "Extension",
  mcp_server: "MCP server",
  custom: "Capability",
  hub_item: "From a hub",
} as const satisfies Record<Added["kind"], string>;

type AdditionCardProps = {
  readonly addition: Added;
  /** What an MCP server is to be called, where that is not its own name. */
  readonly id: string;
  readonly onId: (id: string) => void;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onAdd: () => void;
};

/** What it is, and what it would be able to do. */
export function AdditionCard({ addition, id, onId, busy, error, onAdd }: AdditionCardProps) {
  const { kind, name, description, tools, access, packages, warnings } = addition;
  const heading = useId();
  const called = useId();
  const card = useRef<HTMLElement>(null);
  // It may lie below what is on the screen.
  useEffect(() => card.current?.focus(), []);
  const reaches = [
    ...access.paths.map(
      ({ root, verbs }) => `${root}, to ${verbs.includes("write") ? "read and change" : "read"}`,
    ),
    ...access.hosts.map((host) => `the host ${host}`),
    ...access.permissions,
  ];
  return (
    <Card ref={card} tabIndex={-1} aria-labelledby={heading} className="flex flex-col gap-4">
      <header className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <h2 id={heading} className="font-semibold [overflow-wrap:anywhere]">
            <Plain text={name} />
          </h2>
          <Tag tone="accent">{KINDS[kind]}</Tag>
          <code className="min-w-0 font-mono text-quiet text-xs [overflow-wrap:anywhere]">
            <Plain text={addition.id} />
          </code>
        </div>
        <p className="text-sm [overflow-wrap:anywhere]">
          <Plain text={description} />
        </p>
      </header>
      {warnings.length > 0 && <Warnings title="Before you add it" warnings={warnings} />}
      {tools.length > 0 && <Tools tools={tools} />}
      <Part title="What it may reach">
        {reaches.length === 0 ? (
          <p className="text-sm">It declares no folder, no host and no permission.</p>
        ) : (
          <List items={reaches} />
        )}
      </Part>
      {packages.length > 0 && (
        <Part title="Packages that it brings">
          <List items={packages} />
        </Part>
      )}
      {error !== null && error !== undefined && <Failure error={error} />}
      <div className="-mx-4 -mb-4 sticky bottom-0 flex flex-wrap items-end gap-3 rounded-b-card border-t bg-surface px-4 py-3">
        {kind === "mcp_server" && (
          <div className="flex min-w-0 flex-col gap-1">
            <label htmlFor={called} className="font-medium text-sm">
              Called
            </label>
            <input
              id={called}
              type="text"
              maxLength={64}
              className="field h-9"
              placeholder={addition.id.slice(addition.id.indexOf(":") + 1)}
              value={id}
              onChange={(event) => onId(event.target.value)}
            />
          </div>
        )}
        <Button
          look="primary"
          icon={<Plus size={15} aria-hidden />}
          disabled={busy}
          onClick={onAdd}
        >
          {busy ? "Adding…" : "Add it"}
        </Button>
      </div>
    </Card>
  );
}

const FIRST = 8;

function Tools({ tools }: Pick<Added, "tools">) {
  const [shown, more] = useFew(tools, FIRST);
  return (
    <Part title={plural(tools.length, "tool")}>
      <ul className="flex flex-col divide-y">
        {shown.map(({ tool_id, name, description, risk_level, side_effect_tags: tags }) => (
          <li key={tool_id} className="flex flex-col gap-1 py-2 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center gap-2">
              <span className="font-medium text-sm">
                <Plain text={nameWords(name)} />
              </span>
              <RiskTag level={risk_level} />
            </div>
            <p className="text-quiet text-sm [overflow-wrap:anywhere]">
              <Plain text={description} />
            </p>
            {tags.length > 0 && <Effects tags={tags} />}
          </li>
        ))}
      </ul>
      {more}
    </Part>
  );
}

function List({ items }: { readonly items: readonly string[] }) {
  return (
    <ul className="list-disc pl-5 text-sm [overflow-wrap:anywhere]">
      {items.map((item) => (
        <li key={item}>
          <Plain text={item} />
        </li>
      ))}
    </ul>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-1.5">
      <h3 className="font-medium text-quiet text-xs">{title}</h3>
      {children}
    </section>
  );
}
