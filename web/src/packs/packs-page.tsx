import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Package } from "lucide-react";
import { useState } from "react";
import { type Pack, packsQuery } from "../api/pack.ts";
import { plural, tellNumber } from "../base/tell-amount.ts";
import { useDebounced } from "../base/use-debounced.ts";
import { SourceTabs } from "../catalog/source-tabs.tsx";
import { AddLink } from "../ui/add-link.tsx";
import { Description } from "../ui/description.tsx";
import { Empty } from "../ui/empty.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Plain } from "../ui/plain.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { Tag } from "../ui/tag.tsx";
import { packTokens } from "./pack-tokens.ts";

const SETTLE_MS = 150;

export function PacksPage() {
  const [search, setSearch] = useState("");
  const words = useDebounced(search, SETTLE_MS);
  const { data, error, refetch } = useQuery(packsQuery(words));
  return (
    <Page
      title="Packs"
      lead="Folders of knowledge and tools. A session that has one attached sees its name and description; all else is opened step by step, and asks you first."
      actions={<AddLink />}
    >
      <SourceTabs />
      <SearchField label="Search packs" value={search} maxLength={200} onChange={setSearch} />
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={4} />}
      {data?.total === 0 && (
        <Empty
          icon={<Package size={28} aria-hidden />}
          title={words === "" ? "No pack yet" : "Nothing found"}
        >
          {words === "" ? "Add a folder that has a SKILL.md." : "Try fewer words."}
        </Empty>
      )}
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {data?.items.map((pack) => (
          <li key={pack.id}>
            <PackTile pack={pack} />
          </li>
        ))}
      </ul>
      {data && data.total > data.items.length && (
        <p className="text-center text-quiet text-sm">
          {tellNumber(data.total - data.items.length)} more: search for them.
        </p>
      )}
    </Page>
  );
}

function PackTile({ pack }: { readonly pack: Pack }) {
  const { id, name, description, has_tools_json, warnings, changed, enabled } = pack;
  return (
    <Link
      to="/packs/$id"
      params={{ id }}
      className="flex h-full flex-col gap-3 rounded-card border bg-surface p-4 shadow-card hover:border-accent"
    >
      <span className="flex items-start gap-3">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent">
          <Package size={18} aria-hidden />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">
            <Plain text={name} />
          </span>
          <span className="block truncate font-mono text-quiet text-xs">
            <Plain text={id} />
          </span>
        </span>
      </span>
      <Description text={description} />
      <span className="flex flex-wrap items-center gap-2 text-quiet text-xs">
        <Tag>{has_tools_json ? "Docs and tools" : "Docs"}</Tag>
        about {tellNumber(packTokens(pack))} tokens
        {!enabled && <Tag tone="med">Disabled</Tag>}
        {changed && <Tag tone="med">Folder changed</Tag>}
        {warnings.length > 0 && <Tag tone="med">{plural(warnings.length, "warning")}</Tag>}
      </span>
    </Link>
  );
}
