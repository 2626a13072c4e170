import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { isMissing } from "../api/problem-error.ts";
import { sessionQuery } from "../api/session.ts";
import { showHidden } from "../base/hidden-characters.ts";
import { LINK, MissingPage } from "../frame/lost-page.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { SessionView } from "./session-view.tsx";

export function SessionPage() {
  const { id } = useParams({ from: "/sessions/$id" });
  const { data, error, refetch } = useQuery(sessionQuery(id));
  if (data) return <SessionView key={id} session={data} />;
  if (isMissing(error)) {
    return (
      <MissingPage title="Session not found" says={`There is no session ${showHidden(id)}`}>
        <Link to="/sessions" className={LINK}>
          All sessions
        </Link>
      </MissingPage>
    );
  }
  return (
    <Page title="Session">
      {error ? <Failure error={error} onRetry={refetch} /> : <Loading rows={5} />}
    </Page>
  );
}
