import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useMemo, useState } from "react";
import { type Answered, type ApprovalState, approvalsQuery } from "../api/approval.ts";
import { policyQuery } from "../api/policy.ts";
import type { RiskLevel } from "../api/tool.ts";
import { Choice } from "../ui/choice.tsx";
import { Empty } from "../ui/empty.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { AnsweredNotice } from "./answered-notice.tsx";
import { AnsweredRow } from "./answered-row.tsx";
import { PendingList } from "./pending-list.tsx";

const LIMIT = 50;

export function ApprovalsPage() {
  const [state, setState] = useState<ApprovalState | "">("pending");
  const [risk, setRisk] = useState<RiskLevel | "">("");
  const [search, setSearch] = useState("");
  const [offset, setOffset] = useState(0);
  const [answered, setAnswered] = useState<readonly Answered[]>([]);
  const { data, error, refetch } = useQuery({
    ...approvalsQuery({ state: state || undefined, limit: LIMIT, offset }),
    refetchInterval: 3_000,
  });
  const { data: policy } = useQuery(policyQuery());
  const found = useMemo(
    () =>
      (data?.items ?? []).filter(
        (item) =>
          (risk === "" || item.risk_level === risk) &&
          (search === "" ||
            JSON.stringify([item.tool_id, item.inputs])
              .toLowerCase()
              .includes(search.toLowerCase())),
      ),
    [data, risk, search],
  );
  const waiting = useMemo(() => found.filter((item) => item.state === "pending"), [found]);
  const others = found.filter((item) => item.state !== "pending");
  return (
    <Page
      title="Approvals"
      lead="Calls that run only when you say so, from every session. An answer is good for one run of exactly what is shown."
    >
      <div className="flex flex-wrap items-end gap-3">
        <Choice<ApprovalState | "">
          label="State"
          value={state}
          options={[
            ["pending", "Waiting"],
            ["used", "Ran"],
            ["denied", "Denied"],
            ["expired", "Expired"],
            ["withdrawn", "Withdrawn"],
            ["superseded", "Superseded"],
            ["", "All"],
          ]}
          onChange={(next) => {
            setState(next);
            setOffset(0);
          }}
        />
        <Choice<RiskLevel | "">
          label="Risk"
          value={risk}
          options={[
            ["", "Any"],
            ["LOW", "Low"],
            ["MED", "Medium"],
            ["HIGH", "High"],
            ["CRITICAL", "Critical"],
          ]}
          onChange={setRisk}
        />
        <SearchField label="Search tools and inputs" value={search} onChange={setSearch} />
      </div>
      <AnsweredNotice answered={answered} />
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={4} />}
      {data && found.length === 0 && (
        <Empty
          icon={<CircleCheck size={28} aria-hidden />}
          title={state === "pending" ? "Nothing waits for you" : "Nothing of this kind"}
        >
          {state === "pending" &&
            "When an agent wants to do something that needs your say, it appears here and in its session."}
        </Empty>
      )}
      <PendingList
        approvals={waiting}
        canRemember={policy?.profile !== "strict"}
        onAnswered={(news) => setAnswered((before) => [...before, ...news])}
      />
      {others.length > 0 && (
        <ul className="flex flex-col gap-4">
          {others.map((approval) => (
            <li key={approval.id}>
              <AnsweredRow approval={approval} />
            </li>
          ))}
        </ul>
      )}
      {data && <Pager offset={offset} limit={LIMIT} total={data.total} onMove={setOffset} />}
    </Page>
  );
}
