import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useRef } from "react";
import type { Answered, Approval } from "../api/approval.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Time } from "../ui/time.tsx";
import { ApprovalCard, type RunOptions } from "./approval-card.tsx";
import { isTyping } from "./is-typing.ts";
import { useAnswer } from "./use-answer.ts";
import { useArmed } from "./use-armed.ts";
import { useReading } from "./use-reading.ts";

type PendingGroupProps = {
  readonly approvals: readonly Approval[];
  readonly canRemember: boolean;
  readonly onAnswered: (answered: readonly Answered[]) => void;
};

/** One question, or several that are the same. Its keys work while it has the focus. */
export function PendingGroup({ approvals, canRemember, onAnswered }: PendingGroupProps) {
  const answer = useAnswer(onAnswered);
  const region = useRef<HTMLDivElement>(null);
  const [first] = approvals;
  const armed = useArmed(first?.id ?? "");
  const reading = useReading(first?.id ?? "");
  if (!first) return null;
  const run = (which: readonly Approval[], options: RunOptions = {}) =>
    answer.mutate({ type: "run", approvals: which, ...options });
  const deny = (which: readonly Approval[], reason = "") =>
    answer.mutate({ type: "deny", approvals: which, reason });

  function press(event: KeyboardEvent) {
    if (isTyping(event) || answer.isPending || !armed || !first) return;
    if (event.key === "r" && reading.isDone) run([first]);
    if (event.key === "d") deny([first]);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: many of them on a page, each would be a landmark
    <div
      role="group"
      ref={region}
      tabIndex={-1}
      aria-label="Waiting for your answer"
      onKeyDown={press}
      className="own-region flex flex-col gap-3 rounded-b-card border-x border-b bg-surface p-4 shadow-card"
    >
      <div className="flex flex-wrap items-center justify-between gap-2 text-quiet text-xs">
        <span>
          Asked{" "}
          <Link
            to="/approvals/$id"
            params={{ id: first.id }}
            className="underline underline-offset-2 hover:text-ink"
          >
            <Time at={first.created_at} />
          </Link>
          {first.session_id ? (
            <>
              {" in "}
              <Link
                to="/sessions/$id"
                params={{ id: first.session_id }}
                className="underline underline-offset-2 hover:text-ink"
              >
                this session
              </Link>
            </>
          ) : (
            " outside of any session"
          )}
        </span>
        {approvals.length > 1 && (
          <span className="flex items-center gap-2">
            <span className="font-medium text-ink">{approvals.length} times the same</span>
            <Button small disabled={answer.isPending || !armed} onClick={() => deny(approvals)}>
              Deny all {approvals.length}
            </Button>
            <Button
              small
              look="primary"
              disabled={answer.isPending || !armed || !reading.isDone}
              onClick={() => run(approvals)}
            >
              Run all {approvals.length}
            </Button>
          </span>
        )}
      </div>
      <ApprovalCard
        approval={first}
        heading="h2"
        busy={answer.isPending}
        canRemember={canRemember}
        reading={reading}
        onRun={(options) => run([first], options)}
        onDeny={(reason) => deny([first], reason)}
      />
      {answer.error && <Failure error={answer.error} />}
    </div>
  );
}
