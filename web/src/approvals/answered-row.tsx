import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { Approval } from "../api/approval.ts";
import { nameWords } from "../base/name-words.ts";
import { Disclosure } from "../ui/disclosure.tsx";
import { Plain } from "../ui/plain.tsx";
import { RiskTag } from "../ui/risk-tag.tsx";
import { StateTag } from "../ui/state-tag.tsx";
import { Time } from "../ui/time.tsx";
import { Value } from "../value/value.tsx";
import { ChangedNote } from "./changed-note.tsx";

type AnsweredRowProps = { readonly approval: Approval; readonly startsOpen?: boolean };

export function AnsweredRow({ approval, startsOpen = false }: AnsweredRowProps) {
  const { tool_id, state, risk_level, inputs, reason } = approval;
  const { answered_by, answered_at, created_at, denial_reason } = approval;
  return (
    <Disclosure
      startsOpen={startsOpen}
      className="group rounded-card border bg-surface shadow-card"
      summaryClassName="flex flex-wrap items-center gap-2 px-4 py-3 text-sm"
      summary={
        <>
          <ChevronRight
            size={15}
            aria-hidden
            className="shrink-0 text-quiet transition-transform group-open:rotate-90"
          />
          <StateTag state={state} />
          <span className="min-w-0 flex-1 truncate font-medium">
            <Plain text={nameWords(tool_id.split(":").at(-1) ?? tool_id)} />
            <span className="font-normal text-quiet">
              {" "}
              · <Plain text={tool_id} />
            </span>
          </span>
          <RiskTag level={risk_level} />
          <span className="text-quiet text-xs">
            {answered_by && (
              <>
                <Plain text={answered_by.name} /> ·{" "}
              </>
            )}
            <Time at={answered_at ?? created_at} />
          </span>
        </>
      }
    >
      {() => (
        <div className="flex flex-col gap-3 border-t px-4 py-3">
          <ChangedNote approval={approval} />
          <Value value={inputs} />
          <p className="text-quiet text-sm">
            <Plain text={reason} />
            {answered_by && (
              <>
                {" Answered by "}
                <Plain text={answered_by.name} />.
              </>
            )}
            {denial_reason && (
              <>
                {" Reason: "}
                <Plain text={denial_reason} />
              </>
            )}
          </p>
          <Link
            to="/audit/$id"
            params={{ id: approval.invocation_id }}
            className="w-fit text-accent text-sm underline underline-offset-2"
          >
            The whole story of this call
          </Link>
        </div>
      )}
    </Disclosure>
  );
}
