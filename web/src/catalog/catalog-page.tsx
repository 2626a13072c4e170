import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { LibraryBig } from "lucide-react";
import { useMemo, useState } from "react";
import { type Capability, capabilitiesQuery, refusedFoldersQuery } from "../api/capability.ts";
import type { SourceType } from "../api/tool.ts";
import { kindWords } from "../base/source-words.ts";
import { plural } from "../base/tell-amount.ts";
import { AddLink } from "../ui/add-link.tsx";
import { CapabilityIcon } from "../ui/capability-icon.tsx";
import { Choice } from "../ui/choice.tsx";
import { Description } from "../ui/description.tsx";
import { Empty } from "../ui/empty.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Plain } from "../ui/plain.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { Tag } from "../ui/tag.tsx";
import { useFew } from "../ui/use-few.tsx";
import { Warnings } from "../ui/warnings.tsx";
import { SourceTabs } from "./source-tabs.tsx";
import { StatusTag } from "./status-tag.tsx";

const OTHER = "Other";
const KINDS = ["builtin", "skill", "agent", "pack", "ext", "mcp"] as const;

export function CatalogPage() {
  const { data, error, refetch } = useQuery(capabilitiesQuery());
  const { data: refused } = useQuery(refusedFoldersQuery());
  const [search, setSearch] = useState("");
  const [kind, setKind] = useState<SourceType | "">("");
  const [status, setStatus] = useState<Capability["status"] | "">("");
  const found = useMemo(() => {
    const words = search.toLowerCase();
    return (data?.items ?? [])
      .filter(
        (item) =>
          (kind === "" || item.kind === kind) &&
          (status === "" || item.status === status) &&
          `${item.id} ${item.name} ${item.description} ${item.tools.join(" ")}`
            .toLowerCase()
            .includes(words),
      )
      .toSorted((a, b) => compareCategories(a.category, b.category));
  }, [data, search, kind, status]);
  const [shown, more] = useFew(found);
  const groups = [...Map.groupBy(shown, ({ category }) => titled(category ?? OTHER))];
  return (
    <Page
      title="Catalog"
      lead="Everything that an agent can be given, from every source."
      actions={<AddLink />}
    >
      <SourceTabs />
      <div className="flex flex-wrap items-end gap-3">
        <SearchField label="Search capabilities and tools" value={search} onChange={setSearch} />
        <Choice<SourceType | "">
          label="Kind"
          value={kind}
          options={[["", "Any"], ...KINDS.map((it) => [it, kindWords(it)] as const)]}
          onChange={setKind}
        />
        <Choice<Capability["status"] | "">
          label="Status"
          value={status}
          options={[
            ["", "Any"],
            ["available", "Available"],
            ["coming_soon", "Coming soon"],
            ["draft", "Draft"],
            ["deprecated", "Deprecated"],
            ["retired", "Retired"],
          ]}
          onChange={setStatus}
        />
      </div>
      {error && <Failure error={error} onRetry={refetch} />}
      {refused && refused.items.length > 0 && (
        <Warnings
          title="Not installed"
          warnings={refused.items.map(({ path, reason }) => `${path}: ${reason}`)}
        />
      )}
      {!data && !error && <Loading rows={6} />}
      {data && groups.length === 0 && (
        <Empty icon={<LibraryBig size={28} aria-hidden />} title="Nothing found">
          Try fewer words, or another kind.
        </Empty>
      )}
      <div className="gap-4 sm:columns-2 xl:columns-3">
        {groups.map(([category, items]) => (
          <section
            key={category}
            aria-label={category}
            className="mb-6 flex break-inside-avoid flex-col gap-2"
          >
            <h2 className="font-medium text-quiet text-sm">{category}</h2>
            <ul className="flex flex-col gap-3">
              {items.map((item) => (
                <li key={item.id}>
                  <CapabilityTile capability={item} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {more}
    </Page>
  );
}

/** Authors write the same category in their own way. */
function titled(category: string): string {
  return category.charAt(0).toUpperCase() + category.slice(1);
}

/** By name; what has none comes last. */
function compareCategories(a = OTHER, b = OTHER): number {
  if (a === b) return 0;
  if (a === OTHER || b === OTHER) return a === OTHER ? 1 : -1;
  return a.localeCompare(b);
}

function CapabilityTile({ capability }: { readonly capability: Capability }) {
  const { id, name, description, icon, kind, status, tools, version, problem } = capability;
  return (
    <Link
      to="/catalog/$id"
      params={{ id }}
      className="flex h-full flex-col gap-3 rounded-card border bg-surface p-4 shadow-card hover:border-accent"
    >
      <span className="flex items-start gap-3">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent">
          <CapabilityIcon name={icon} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">
            <Plain text={name} />
          </span>
          <span className="block truncate font-mono text-quiet text-xs">
            <Plain text={id} />
          </span>
        </span>
        <StatusTag status={status} />
      </span>
      <Description text={description} />
      <span className="flex flex-wrap items-center gap-2 text-quiet text-xs">
        <Tag>{kindWords(kind)}</Tag>
        {plural(tools.length, "tool")} · {version}
        {problem && <Tag tone="critical">broken</Tag>}
      </span>
    </Link>
  );
}
