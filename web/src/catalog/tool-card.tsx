import { ChevronRight } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Tool } from "../api/tool.ts";
import { Effects } from "../approvals/effects.tsx";
import { Provenance } from "../approvals/provenance.tsx";
import { nameWords } from "../base/name-words.ts";
import { tellDuration } from "../base/tell-time.ts";
import { Plain } from "../ui/plain.tsx";
import { RiskTag } from "../ui/risk-tag.tsx";
import { Tag } from "../ui/tag.tsx";
import { RecentCalls } from "./recent-calls.tsx";
import { SchemaTable } from "./schema-table.tsx";
import { TryTool } from "./try-tool.tsx";

type ToolCardProps = {
  readonly tool: Tool;
  readonly open: boolean;
  /** Another one each time that somebody wants to try it: it is opened and brought into view. */
  readonly tried?: object | null;
  /** A program and its arguments, where it runs one. */
  readonly command?: readonly string[] | undefined;
};

export function ToolCard({ tool, open, tried = null, command = [] }: ToolCardProps) {
  const [isOpen, setOpen] = useState(open);
  const { behaviour } = tool;
  const card = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!tried || !card.current) return;
    card.current.open = true;
    card.current.scrollIntoView({ block: "start" });
    card.current.querySelector("summary")?.focus({ preventScroll: true });
  }, [tried]);
  return (
    <details
      ref={card}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group rounded-card border bg-surface shadow-card"
    >
      <summary className="flex list-none items-center gap-3 px-4 py-3 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={15}
          aria-hidden
          className="shrink-0 text-quiet transition-transform group-open:rotate-90"
        />
        <span className="min-w-0 flex-1">
          <span className="block font-medium text-sm">
            <Plain text={nameWords(tool.name)} />
          </span>
          <span className="block text-quiet text-sm">
            <Plain text={tool.description} />
          </span>
          {tool.problem && (
            <span className="block text-high text-sm">
              <Plain text={tool.problem} />
            </span>
          )}
        </span>
        {!tool.enabled && <Tag tone="high">Not enabled</Tag>}
        <RiskTag level={tool.risk_level} />
      </summary>
      {isOpen && (
        <div className="grid grid-cols-1 gap-x-8 gap-y-5 border-t p-4 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-5">
            {command.length > 0 && (
              <Part title="What it runs">
                <code className="font-mono text-xs [overflow-wrap:anywhere]">
                  <Plain text={command.join(" ")} />
                </code>
              </Part>
            )}
            <Part title="Inputs">
              <SchemaTable schema={tool.input_schema} />
            </Part>
            {tool.output_schema && (
              <Part title="Outputs">
                <SchemaTable schema={tool.output_schema} />
              </Part>
            )}
            <Part title="Risk, and why">
              <ul className="list-disc pl-5 text-sm">
                {tool.risk_reasons.map((reason) => (
                  <li key={reason}>
                    <Plain text={reason} />
                  </li>
                ))}
              </ul>
            </Part>
            <Part title="Effects">
              <Effects tags={tool.side_effect_tags} />
            </Part>
            <Part title="Behaviour">
              <p className="text-sm">
                {[
                  behaviour.read_only && "changes nothing outside",
                  behaviour.idempotent && "running it twice has the same effect as once",
                  behaviour.dry_run && "has a dry run",
                  `ends within ${tellDuration(behaviour.timeout_ms)}`,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </Part>
            <Provenance tool={tool} />
          </div>
          <div className="flex min-w-0 flex-col gap-5">
            {tool.enabled && (
              <Part title="Try it">
                <TryTool tool={tool} />
              </Part>
            )}
            <Part title="Recent calls">
              <RecentCalls toolId={tool.tool_id} />
            </Part>
          </div>
        </div>
      )}
    </details>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 font-medium text-quiet text-xs">{title}</h3>
      {children}
    </section>
  );
}
