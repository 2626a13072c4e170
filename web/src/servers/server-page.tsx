import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { RefreshCw, Trash2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { isMissing } from "../api/problem-error.ts";
import { type McpServer, refreshServer, removeServer, serverQuery } from "../api/server.ts";
import { toolsQuery } from "../api/tool.ts";
import { showHidden } from "../base/hidden-characters.ts";
import { AccessCard } from "../catalog/access-card.tsx";
import { ToolCard } from "../catalog/tool-card.tsx";
import { LINK, MissingPage } from "../frame/lost-page.tsx";
import { useAdmin } from "../sign-in/admin.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { LongText } from "../ui/long-text.tsx";
import { Page } from "../ui/page.tsx";
import { Plain } from "../ui/plain.tsx";
import { useFew } from "../ui/use-few.tsx";
import { ChangedTools } from "./changed-tools.tsx";
import { forgetServers } from "./forget-servers.ts";
import { HealthTag } from "./health-tag.tsx";
import { placeWords, targetOf, trustWords } from "./server-words.ts";
import { SignInCard } from "./sign-in-card.tsx";

export function ServerPage() {
  const { id } = useParams({ from: "/servers/$id" });
  const { data, error, refetch } = useQuery(serverQuery(id));
  if (data) return <ServerView server={data} />;
  if (isMissing(error)) {
    return (
      <MissingPage title="Server not found" says={`There is no MCP server ${showHidden(id)}`}>
        <Link to="/servers" className={LINK}>
          All MCP servers
        </Link>
      </MissingPage>
    );
  }
  return (
    <Page title="MCP server">
      {error ? <Failure error={error} onRetry={refetch} /> : <Loading rows={5} />}
    </Page>
  );
}

function ServerView({ server }: { readonly server: McpServer }) {
  const { id, state, error, trust, from, unseen, log, tools: count, package: fetched } = server;
  const askAdmin = useAdmin();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const refresh = useMutation({
    mutationFn: async () => {
      const token = await askAdmin("Only an admin starts a server anew.");
      const [asked] = (await refreshServer(id, token)).asks?.approval_ids ?? [];
      if (asked) await navigate({ to: "/approvals/$id", params: { id: asked } });
      await forgetServers(queries);
    },
  });
  const remove = useMutation({
    mutationFn: async () => {
      await removeServer(id, await askAdmin("Only an admin removes servers."));
      await navigate({ to: "/servers" });
      await forgetServers(queries);
    },
  });
  const { data: tools } = useQuery(toolsQuery());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count is another list
  useEffect(() => {
    queries.invalidateQueries({ queryKey: ["tools"] });
  }, [count, queries]);
  const own = (tools?.items ?? []).filter(({ tool_id }) => tool_id.startsWith(`mcp:${id}:`));
  // A server that never listed a tool is no capability yet, and nothing can be opened to it.
  const capabilityId = own[0]?.capability_id;
  const [shown, more] = useFew(own, 40);
  const failed = refresh.error ?? remove.error;
  return (
    <Page
      title={showHidden(id)}
      lead={placeWords(server)}
      actions={
        <>
          <HealthTag state={state} />
          <Button
            icon={<RefreshCw size={14} aria-hidden />}
            disabled={refresh.isPending}
            onClick={() => refresh.mutate()}
          >
            {refresh.isPending ? "Connecting…" : "Connect anew"}
          </Button>
          {from === "added" && (
            <ConfirmButton
              icon={<Trash2 size={14} aria-hidden />}
              disabled={remove.isPending}
              confirm="Really remove it?"
              onConfirm={() => remove.mutate()}
            >
              Remove
            </ConfirmButton>
          )}
        </>
      }
    >
      {failed && <Failure error={failed} />}
      {error && state === "failed" && <Failure error={new Error(error)} />}
      {error && state !== "failed" && (
        <div className="rounded-lg bg-med-soft px-3 py-2 text-sm [overflow-wrap:anywhere]">
          <Plain text={error} />
        </div>
      )}
      <SignInCard server={server} />
      {unseen.length > 0 && (
        <div className="rounded-lg bg-med-soft px-3 py-2 text-sm [overflow-wrap:anywhere]">
          It cannot see <Plain text={unseen.join(", ")} />
          {capabilityId ? " until that is opened under “Access”." : ": it has no access to that."}
        </div>
      )}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-4 [&_dd]:[overflow-wrap:anywhere] [&_dt]:text-quiet [&_dt]:text-xs">
        <div className="col-span-2 sm:col-span-4">
          <dt>{server.url === undefined ? "What is started" : "Where calls go"}</dt>
          <dd className="font-mono text-xs">
            <Plain text={targetOf(server)} />
          </dd>
        </div>
        <Fact name="Trust">{trustWords(trust)}</Fact>
        <Fact name="Named in">
          {from === "settings" ? "mcp.json, and removed there" : "this server’s store"}
        </Fact>
        {fetched && (
          <Fact name="Package">
            <Plain text={`${fetched.name} ${fetched.version}`} />
          </Fact>
        )}
      </dl>
      <ChangedTools changed={server.changed} />
      {capabilityId && <AccessCard id={capabilityId} />}
      <section aria-labelledby="tools" className="flex flex-col gap-3">
        <h2 id="tools" className="font-semibold">
          Tools
        </h2>
        {tools && own.length === 0 && (
          <p className="text-quiet text-sm">
            {state === "starting" ? "It has not listed any yet." : "It lists none."}
          </p>
        )}
        {shown.map((tool) => (
          <ToolCard key={tool.tool_id} tool={tool} open={false} />
        ))}
        {more}
      </section>
      <section aria-labelledby="log" className="flex flex-col gap-3">
        <h2 id="log" className="font-semibold">
          The end of its log
        </h2>
        <Card>
          {log === "" ? (
            <p className="text-quiet text-sm">It has written nothing.</p>
          ) : (
            <LongText text={log} lines={40} characters={8_000} className="!text-xs" />
          )}
        </Card>
      </section>
    </Page>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
