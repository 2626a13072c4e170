import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Cable } from "lucide-react";
import { clientsQuery, type McpClient } from "../api/client.ts";
import { plural } from "../base/tell-amount.ts";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { Example } from "../ui/example.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Plain } from "../ui/plain.tsx";
import { Time } from "../ui/time.tsx";
import { clientLines } from "./client-lines.ts";

export function ConnectPage() {
  return (
    <Page
      title="Connect"
      lead="Programs that speak MCP get the catalog from here. Their calls go through the same gate as any other, and what asks is asked of you."
    >
      <Connected />
      <Card aria-labelledby="key" className="flex flex-col gap-4">
        <h2 id="key" className="font-semibold">
          1. Make a key for the program
        </h2>
        <p className="text-sm">
          A key with “invoke” alone can call tools and cannot approve them. With “invoke,approve”
          the program may show you the question, and its answer counts: only for one that you know
          to ask you. You can also make a key under{" "}
          <Link to="/keys" className="text-accent underline">
            API and keys
          </Link>
          .
        </p>
        <Example title="In a shell" code="capstan tokens create --name my-client --scope invoke" />
      </Card>
      <Card aria-labelledby="lines" className="flex flex-col gap-4">
        <h2 id="lines" className="font-semibold">
          2. Tell the program where Capstan is
        </h2>
        {clientLines(location.origin).map((it) => (
          <Example key={it.title} {...it} />
        ))}
        <p className="text-quiet text-sm">
          Add <code className="font-mono">?mode=search</code> to the address for two tools that find
          the others, <code className="font-mono">?server=…</code> for one MCP server alone, or{" "}
          <code className="font-mono">?risk=MED</code> for nothing riskier.
        </p>
      </Card>
    </Page>
  );
}

function Connected() {
  const { data, error, refetch } = useQuery(clientsQuery());
  return (
    <section aria-labelledby="connected" className="flex flex-col gap-3">
      <h2 id="connected" className="font-semibold">
        Connected
      </h2>
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={2} />}
      {data?.items.length === 0 && (
        <Empty icon={<Cable size={28} aria-hidden />} title="No program is connected">
          One that connects is listed here, with what it has called.
        </Empty>
      )}
      <ul className="flex flex-col gap-3">
        {data?.items.map((client) => (
          <li key={`${client.actor.id} ${client.name} ${client.since} ${client.session_id}`}>
            <ClientRow client={client} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ClientRow({ client }: { readonly client: McpClient }) {
  const { actor, name, version, protocol, since, last_seen_at, calls, session_id } = client;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border bg-surface p-4 shadow-card">
      <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
        <Plain text={`${name} ${version}`} />
      </span>
      <span className="text-quiet text-xs">
        key of <Plain text={actor.name} /> · MCP <Plain text={protocol} />
      </span>
      <span className="text-quiet text-xs sm:ml-auto">
        {plural(calls, "call")} · since <Time at={since} /> · last seen <Time at={last_seen_at} />
      </span>
      {session_id && (
        <Link
          to="/sessions/$id"
          params={{ id: session_id }}
          className="text-accent text-sm underline"
        >
          What it did
        </Link>
      )}
    </div>
  );
}
