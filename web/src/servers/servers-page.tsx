import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Server } from "lucide-react";
import { type McpServer, serversQuery } from "../api/server.ts";
import { cx } from "../base/cx.ts";
import { plural } from "../base/tell-amount.ts";
import { SourceTabs } from "../catalog/source-tabs.tsx";
import { AddLink } from "../ui/add-link.tsx";
import { Empty } from "../ui/empty.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Plain } from "../ui/plain.tsx";
import { Tag } from "../ui/tag.tsx";
import { FoundServers } from "./found-servers.tsx";
import { HealthTag } from "./health-tag.tsx";
import { targetOf, trustWords } from "./server-words.ts";

export function ServersPage() {
  const { data, error, refetch } = useQuery(serversQuery());
  return (
    <Page
      title="MCP servers"
      lead="Programs and addresses that bring tools of their own. Their calls go through the same gate as any other."
      actions={<AddLink />}
    >
      <SourceTabs />
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={3} />}
      {data?.items.length === 0 && (
        <Empty icon={<Server size={28} aria-hidden />} title="No MCP server yet">
          Add one here, or write it into mcp.json in the home.
        </Empty>
      )}
      <FoundServers />
      <ul className="flex flex-col gap-3">
        {data?.items.map((server) => (
          <li key={server.id}>
            <ServerRow server={server} />
          </li>
        ))}
      </ul>
    </Page>
  );
}

function ServerRow({ server }: { readonly server: McpServer }) {
  const { id, state, error, tools, trust, changed } = server;
  return (
    <Link
      to="/servers/$id"
      params={{ id }}
      className="flex flex-col gap-2 rounded-card border bg-surface p-4 shadow-card hover:border-accent"
    >
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
          <Plain text={id} />
        </span>
        <HealthTag state={state} />
        {changed.length > 0 && <Tag tone="med">{plural(changed.length, "tool")} changed</Tag>}
        <span className="text-quiet text-xs sm:ml-auto">
          {plural(tools, "tool")} · {trustWords(trust)}
        </span>
      </span>
      <code className="block truncate font-mono text-quiet text-xs">
        <Plain text={targetOf(server)} />
      </code>
      {error && (
        <span
          className={cx(
            "line-clamp-2 text-sm [overflow-wrap:anywhere]",
            state === "failed" ? "text-critical" : "text-quiet",
          )}
        >
          <Plain text={error} />
        </span>
      )}
    </Link>
  );
}
