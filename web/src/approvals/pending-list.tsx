import { Ban } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { Answered, Approval } from "../api/approval.ts";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { Failure } from "../ui/failure.tsx";
import { ApprovalLine } from "./approval-line.tsx";
import { groupApprovals } from "./group-approvals.ts";
import { PendingGroup } from "./pending-group.tsx";
import { riskiestFirst } from "./riskiest-first.ts";
import { useAnswer } from "./use-answer.ts";

type PendingListProps = {
  readonly approvals: readonly Approval[];
  readonly canRemember: boolean;
  readonly onAnswered: (answered: readonly Answered[]) => void;
};

/** All that waits, what can do most harm first, and one question of it open. */
export function PendingList({ approvals, canRemember, onAnswered }: PendingListProps) {
  const [chosen, setChosen] = useState("");
  const detail = useRef<HTMLDivElement>(null);
  const denyAll = useAnswer(onAnswered);
  const groups = useMemo(() => groupApprovals(riskiestFirst(approvals)), [approvals]);
  const open = groups.find(({ key }) => key === chosen) ?? groups[0];
  if (!open) return null;
  const question = (
    <PendingGroup
      key={open.key}
      approvals={open.approvals}
      canRemember={canRemember}
      onAnswered={onAnswered}
    />
  );
  if (groups.length === 1) return question;
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <section
        aria-label="All that waits"
        className="flex flex-col gap-2 rounded-card border bg-surface p-2 shadow-card"
      >
        <ul className="flex max-h-[40dvh] flex-col gap-0.5 overflow-y-auto xl:max-h-[70dvh]">
          {groups.map(({ key, approvals: [first] }) => (
            <li key={key}>
              {first && (
                <ApprovalLine
                  approval={first}
                  isOpen={key === open.key}
                  onOpen={() => {
                    setChosen(key);
                    detail.current?.scrollIntoView({ block: "nearest" });
                  }}
                />
              )}
            </li>
          ))}
        </ul>
        <div className="flex flex-col items-end gap-2 border-t pt-2">
          {denyAll.error && <Failure error={denyAll.error} />}
          <ConfirmButton
            icon={<Ban size={15} aria-hidden />}
            disabled={denyAll.isPending}
            confirm={`Really deny all ${approvals.length}?`}
            onConfirm={() => denyAll.mutate({ type: "deny", approvals, reason: "" })}
          >
            Deny all {approvals.length}
          </ConfirmButton>
        </div>
      </section>
      <div ref={detail} className="min-w-0">
        {question}
      </div>
    </div>
  );
}
