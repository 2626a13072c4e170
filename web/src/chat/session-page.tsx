import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { sessionQuery } from "../api/session.ts";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { SessionView } from "./session-view.tsx";

export function SessionPage() {
  const { id } = useParams({ from: "/sessions/$id" });
  const { data, error, refetch } = useQuery(sessionQuery(id));
  if (data) return <SessionView key={id} session={data} />;
  return (
    <Page title="Session">
      {error ? <Failure error={error} onRetry={refetch} /> : <Loading rows={5} />}
    </Page>
  );
}
