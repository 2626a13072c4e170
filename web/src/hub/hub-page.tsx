import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { RefreshCw, Store } from "lucide-react";
import { useState } from "react";
import { type HubItem, hubKeysQuery, hubSearchQuery, syncHubs } from "../api/hub.ts";
import { tellNumber } from "../base/tell-amount.ts";
import { useDebounced } from "../base/use-debounced.ts";
import { SourceTabs } from "../catalog/source-tabs.tsx";
import { LINK } from "../frame/lost-page.tsx";
import { Button } from "../ui/button.tsx";
import { Description } from "../ui/description.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { Empty } from "../ui/empty.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Plain } from "../ui/plain.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { Tag } from "../ui/tag.tsx";
import { InstalledList } from "./installed-list.tsx";
import { Opens } from "./opens.tsx";
import { StepLine } from "./step-line.tsx";

const SETTLE_MS = 150;

export function HubPage() {
  const [search, setSearch] = useState("");
  const words = useDebounced(search, SETTLE_MS);
  const { data, error, refetch, isFetching } = useQuery(hubSearchQuery(words));
  const queries = useQueryClient();
  const sync = useMutation({
    mutationFn: syncHubs,
    onSettled: () => queries.invalidateQueries({ queryKey: ["hub"] }),
  });
  const isOfMany = new Set(data?.items.map(({ hub }) => hub)).size > 1;
  const refused = (sync.data?.hubs ?? []).filter((hub) => hub.error !== null);
  return (
    <Page
      title="Hub"
      lead="What others have published. Everything is verified before you see it, and installed only when a person says Run. Installing runs nothing of it."
      actions={
        <Button
          icon={<RefreshCw size={14} aria-hidden />}
          disabled={sync.isPending}
          onClick={() => sync.mutate()}
        >
          {sync.isPending ? "Looking…" : "Look for updates"}
        </Button>
      }
    >
      <SourceTabs />
      <StepLine of="sync" isWaiting={sync.isPending} />
      <StepLine of="search" isWaiting={isFetching && !data} />
      {sync.error && <Failure error={sync.error} />}
      {refused.map(({ url, error: why }) => (
        <Failure key={url} error={new Error(`${url} was refused: ${why?.message}`)} />
      ))}
      <InstalledList />
      <section aria-labelledby="find" className="flex flex-col gap-3">
        <h2 id="find" className="font-semibold">
          Find something
        </h2>
        <SearchField label="Search the hubs" value={search} maxLength={200} onChange={setSearch} />
        {error && <Failure error={error} onRetry={refetch} />}
        {!data && !error && <Loading rows={4} />}
        {data?.refused?.map(({ url, message }) => (
          <Failure key={url} error={new Error(`${url} was not searched: ${message}`)} />
        ))}
        {data?.total === 0 && <Nothing words={words} />}
        <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {data?.items.map((item) => (
            <li key={`${item.hub} ${item.id}`}>
              <ItemTile item={item} isOfMany={isOfMany} />
            </li>
          ))}
        </ul>
        {data && data.total > data.items.length && (
          <p className="text-center text-quiet text-sm">
            {tellNumber(data.total - data.items.length)} more: search for them.
          </p>
        )}
      </section>
      <p className="text-quiet text-sm">
        A folder, an archive or a package that no hub lists is{" "}
        <Link to="/add" className={LINK}>
          added here
        </Link>
        .
      </p>
      <Keys />
    </Page>
  );
}

function Nothing({ words }: { readonly words: string }) {
  return (
    <Empty
      icon={<Store size={28} aria-hidden />}
      title={words === "" ? "Nothing to install yet" : "Nothing found"}
    >
      {words === "" ? "Add a hub to settings.json, under hubs, and restart." : "Try fewer words."}
    </Empty>
  );
}

function ItemTile({ item, isOfMany }: { readonly item: HubItem; readonly isOfMany: boolean }) {
  const { id, name, kind, version, publisher, author, description, installed_version } = item;
  return (
    <Link
      to="/hub/item"
      search={{ name: id, hub: item.hub }}
      className="flex h-full flex-col gap-2 rounded-card border bg-surface p-4 shadow-card hover:border-accent"
    >
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
          <Plain text={name} />
        </span>
        <Tag>{kind}</Tag>
        {installed_version !== null && (
          <Tag tone={installed_version === version ? "low" : "accent"}>
            {installed_version === version ? "Installed" : "Update"}
          </Tag>
        )}
      </span>
      <Description text={description} />
      <span className="text-quiet text-xs [overflow-wrap:anywhere]">
        <Plain text={publisher === null ? "Unsigned" : `${publisher} · ${version}`} />
        {author !== null && (
          <>
            {" · by "}
            <Plain text={author} />
          </>
        )}
        {isOfMany && <Plain text={` · ${item.hub}`} />}
      </span>
    </Link>
  );
}

function Keys() {
  const { data } = useQuery(hubKeysQuery());
  if (!data || data.publishers.length + data.hubs.length === 0) return null;
  return (
    <Disclosure
      className="group rounded-card border bg-surface px-4 py-3"
      summary={<Opens>Hubs and pinned keys</Opens>}
    >
      {() => (
        <dl className="mt-3 flex flex-col gap-3 text-sm">
          {data.hubs.map(({ url, fingerprint }) => (
            <Key key={url} name={url} fingerprint={fingerprint ?? "nobody signs it"} />
          ))}
          {data.publishers.map(({ publisher, fingerprint }) => (
            <Key key={publisher} name={publisher} fingerprint={fingerprint} />
          ))}
        </dl>
      )}
    </Disclosure>
  );
}

function Key({ name, fingerprint }: { readonly name: string; readonly fingerprint: string }) {
  return (
    <div className="min-w-0">
      <dt className="font-medium [overflow-wrap:anywhere]">
        <Plain text={name} />
      </dt>
      <dd className="font-mono text-quiet text-xs [overflow-wrap:anywhere]">
        <Plain text={fingerprint} />
      </dd>
    </div>
  );
}
