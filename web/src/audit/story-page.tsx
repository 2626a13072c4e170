import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { type AuditRecord, auditQuery } from "../api/audit.ts";
import { member } from "../api/json.ts";
import { showHidden } from "../base/hidden-characters.ts";
import { LINK, MissingPage } from "../frame/lost-page.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Value } from "../value/value.tsx";
import { ProofButton } from "./proof-button.tsx";
import { StoryStep } from "./story-step.tsx";
import { WhereItRan } from "./where-it-ran.tsx";

/** One call, from being asked for to its end, in the words of the records that prove it. */
export function StoryPage() {
  const { id } = useParams({ from: "/audit/$id" });
  const { data, error, refetch } = useQuery({
    ...auditQuery({ invocation_id: id, limit: 100 }),
    refetchInterval: 5_000,
  });
  const records = (data?.items ?? []).toReversed();
  const [first] = records;
  const isErased = records.some(({ erased }) => erased);
  const inputs = inputsOf(records);
  if (data && records.length === 0) {
    return (
      <MissingPage title="Call not found" says={`There is no record of a call ${showHidden(id)}`}>
        <Link to="/audit" className={LINK}>
          The audit
        </Link>
      </MissingPage>
    );
  }
  return (
    <Page
      title="The story of a call"
      lead={first?.tool_id ?? id}
      actions={isErased ? undefined : <ProofButton invocationId={id} />}
    >
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={4} />}
      {records.some(({ type }) => type === "invocation.started" || type === "invocation.ended") && (
        <WhereItRan toolId={first?.tool_id ?? ""} />
      )}
      {inputs !== undefined && (
        <Card aria-labelledby="inputs">
          <h2 id="inputs" className="mb-2 font-medium text-quiet text-xs">
            Inputs, as they were recorded
          </h2>
          <Value value={inputs} />
        </Card>
      )}
      <ol className="relative flex flex-col gap-6 border-l-2 pl-6">
        {records.map((record) => (
          <StoryStep key={record.id} record={record} />
        ))}
      </ol>
      {first?.session_id && !isErased && (
        <Link
          to="/sessions/$id"
          params={{ id: first.session_id }}
          className="w-fit text-accent text-sm underline underline-offset-2"
        >
          Go to its session
        </Link>
      )}
    </Page>
  );
}

/** The input that ran, or would run: the question has the one that it was asked with. */
function inputsOf(records: readonly AuditRecord[]) {
  return records
    .map(({ data }) => member(data, "inputs") ?? member(member(data, "edited"), "after"))
    .findLast((inputs) => inputs !== undefined);
}
