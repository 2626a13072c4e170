import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { type Answered, type ApprovalState, approvalQuery } from "../api/approval.ts";
import { policyQuery } from "../api/policy.ts";
import { isMissing } from "../api/problem-error.ts";
import { showHidden } from "../base/hidden-characters.ts";
import { LINK, MissingPage } from "../frame/lost-page.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { AnsweredNotice } from "./answered-notice.tsx";
import { AnsweredRow } from "./answered-row.tsx";
import { PendingGroup } from "./pending-group.tsx";

const LEADS: Readonly<Record<ApprovalState, string>> = {
  pending: "This call runs only when you say so. An answer is good for one run of what is shown.",
  approved: "This question is answered: the call may run, and its turn comes.",
  used: "This question is answered: the call ran.",
  denied: "This question is answered: the call was denied and did not run.",
  expired: "This question was not answered in time: the call did not run.",
  withdrawn: "This question was withdrawn before it was answered: the call did not run.",
  superseded: "This question was asked anew, with a changed input: the call did not run as shown.",
};

/** One question, at an address that can be sent to whoever is to answer it. */
export function ApprovalPage() {
  const { id } = useParams({ from: "/approvals/$id" });
  const [answered, setAnswered] = useState<readonly Answered[]>([]);
  const { data, error, refetch } = useQuery({ ...approvalQuery(id), refetchInterval: 3_000 });
  const { data: policy } = useQuery(policyQuery());
  const all = (
    <Link to="/approvals" className={LINK}>
      All approvals
    </Link>
  );
  if (isMissing(error)) {
    return (
      <MissingPage title="Approval not found" says={`There is no approval ${showHidden(id)}`}>
        {all}
      </MissingPage>
    );
  }
  return (
    <Page title="Approval" {...(data && { lead: LEADS[data.state] })} actions={all}>
      <AnsweredNotice answered={answered} />
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={4} />}
      {data?.state === "pending" && (
        <PendingGroup
          approvals={[data]}
          canRemember={policy?.profile !== "strict"}
          onAnswered={setAnswered}
        />
      )}
      {data && data.state !== "pending" && <AnsweredRow approval={data} startsOpen />}
    </Page>
  );
}
