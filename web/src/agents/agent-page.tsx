import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { agentQuery } from "../api/agent.ts";
import { isMissing } from "../api/problem-error.ts";
import { showHidden } from "../base/hidden-characters.ts";
import { LINK, MissingPage } from "../frame/lost-page.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { AgentEditor } from "./agent-editor.tsx";

export function AgentPage() {
  const { id } = useParams({ from: "/agents/$id" });
  if (id === "new") return <AgentEditor key="new" agent={null} />;
  return <StoredAgent key={id} id={id} />;
}

function StoredAgent({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(agentQuery(id));
  if (data) return <AgentEditor key={data.id} agent={data} />;
  if (isMissing(error)) {
    return (
      <MissingPage title="Agent not found" says={`There is no agent ${showHidden(id)}`}>
        <Link to="/agents" className={LINK}>
          All agents
        </Link>
      </MissingPage>
    );
  }
  return (
    <Page title="Agent">{error ? <Failure error={error} onRetry={refetch} /> : <Loading />}</Page>
  );
}
