import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import type { AccessScope } from "../api/approval.ts";
import { type Approval, approvalQuery } from "../api/approval.ts";
import { type Intent, intentQuery, isRunning } from "../api/intent.ts";
import { isObject, type Json } from "../api/json.ts";
import { AccessNote } from "../approvals/access-note.tsx";
import { InputView } from "../approvals/input-view.tsx";
import { useAnswer } from "../approvals/use-answer.ts";
import { useArmed } from "../approvals/use-armed.ts";
import { useReading } from "../approvals/use-reading.ts";
import { plural } from "../base/tell-amount.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { Plain } from "../ui/plain.tsx";
import { RiskTag } from "../ui/risk-tag.tsx";
import { StateTag } from "../ui/state-tag.tsx";
import { Value } from "../value/value.tsx";
import { TaskBox } from "./task-box.tsx";
import { TaskPreview } from "./task-preview.tsx";

type TaskViewProps = { readonly id: string; readonly onSaid: (intent: Intent) => void };

/** A task as it stands: its steps, what they would touch, one Run for all that wait, and the report. */
export function TaskView({ id, onSaid }: TaskViewProps) {
  const { data: intent, error } = useQuery(intentQuery(id));
  const ids = intent?.input_request?.approval_ids ?? [];
  const approvals = useQueries({ queries: ids.map((one) => approvalQuery(one)) }).flatMap(
    ({ data }) => data ?? [],
  );
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const onRead = useCallback((one: string, isDone: boolean) => {
    setRead((before) => {
      const others = [...before].filter((id) => id !== one);
      return new Set(isDone ? [...others, one] : others);
    });
  }, []);
  if (error) return <Failure error={error} />;
  if (!intent) return null;
  const { plan, report, input_request: request, session_id: session } = intent;
  const open = approvals.filter(({ state }) => state === "pending");
  return (
    <Card aria-label="Task" className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <StateTag state={intent.state} />
        <Link
          to="/sessions/$id"
          params={{ id: session }}
          className="text-accent text-sm underline underline-offset-2"
        >
          Open its session
        </Link>
      </header>
      {plan && <Steps intent={intent} approvals={open} onRead={onRead} />}
      <div aria-live="polite" className="flex flex-col gap-3">
        {isRunning(intent) && <p className="text-quiet text-sm">Working on it…</p>}
        {request && (
          <p className="[overflow-wrap:anywhere]">
            <Plain text={request.reason} />
          </p>
        )}
        {!request && report && (
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            <Plain text={report} />
          </p>
        )}
      </div>
      {open.length > 0 && open.length === ids.length && (
        <Answer
          key={ids.join(" ")}
          id={id}
          approvals={open}
          isRead={ids.every((one) => read.has(one))}
        />
      )}
      {request?.kind === "fields" && request.invocation_id === undefined && (
        <TaskBox
          label="Your answer"
          placeholder="Say it in your own words"
          button="Answer"
          sessionId={session}
          onSaid={onSaid}
        />
      )}
    </Card>
  );
}

type OnRead = (approvalId: string, isDone: boolean) => void;

type StepsProps = {
  readonly intent: Intent;
  readonly approvals: readonly Approval[];
  readonly onRead: OnRead;
};

function Steps({ intent: { plan, steps }, approvals, onRead }: StepsProps) {
  return (
    <ol aria-label="Plan" className="flex flex-col gap-3">
      {plan?.steps.map((step, index) => {
        const { state = "pending", outcome } = steps[index] ?? {};
        const asked = approvals.find(({ invocation_id: made }) => made === outcome?.invocation_id);
        return (
          <li key={step.id} className="flex flex-col gap-1.5 border-l-2 pl-3">
            <div className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 font-medium text-sm [overflow-wrap:anywhere]">
                {index + 1}. <Plain text={step.says} />
              </span>
              <StateTag state={state} {...(state === "pending" && { words: "Not yet" })} />
              {asked && <RiskTag level={asked.risk_level} />}
            </div>
            <details className="text-quiet text-xs" open={asked !== undefined}>
              <summary>
                <code className="font-mono">
                  <Plain text={step.tool_id} />
                </code>
              </summary>
              <div className="mt-1.5 text-ink">
                {asked ? (
                  <AskedInputs key={asked.id} approval={asked} onRead={onRead} />
                ) : (
                  <Value value={step.inputs as Json} />
                )}
              </div>
            </details>
            <TaskPreview preview={asked?.preview ?? foreseen(outcome?.outputs)} />
          </li>
        );
      })}
    </ol>
  );
}

type AskedInputsProps = { readonly approval: Approval; readonly onRead: OnRead };

/** What would run, as on the page of its approval: Run is for who has seen it to its end. */
function AskedInputs({ approval: { id, inputs }, onRead }: AskedInputsProps) {
  const reading = useReading(id);
  const { isDone } = reading;
  useEffect(() => onRead(id, isDone), [id, isDone, onRead]);
  return <InputView inputs={inputs} reading={reading} />;
}

/** What a dry run said of a step that only a person lets run. */
function foreseen(outputs: Json | undefined): Json | undefined {
  return isObject(outputs) ? outputs.preview : undefined;
}

type AnswerProps = {
  readonly id: string;
  readonly approvals: readonly Approval[];
  /** The person has had the inputs of all of them before their eyes. */
  readonly isRead: boolean;
};

/** One Run for what belongs together. */
function Answer({ id, approvals, isRead }: AnswerProps) {
  const queries = useQueryClient();
  const answer = useAnswer(() => void queries.invalidateQueries({ queryKey: ["intents", id] }));
  const armed = useArmed(id);
  const [scope, setScope] = useState<AccessScope>("once");
  const opening = approvals.filter(({ access }) => access);
  const isBlocked = answer.isPending || !armed;
  return (
    <div className="flex flex-col gap-3">
      {answer.error && <Failure error={answer.error} />}
      {opening.map((approval) => (
        <AccessNote
          key={approval.id}
          approval={approval}
          scope={scope}
          disabled={answer.isPending}
          onScope={setScope}
        />
      ))}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          disabled={isBlocked}
          onClick={() => answer.mutate({ type: "deny", approvals, reason: "" })}
        >
          Deny
        </Button>
        <Button
          look="primary"
          disabled={isBlocked || !isRead}
          onClick={() =>
            answer.mutate({
              type: "run",
              approvals,
              ...(opening.length === approvals.length && { access: scope }),
            })
          }
        >
          {answer.isPending
            ? "Running…"
            : approvals.length === 1
              ? "Run"
              : `Run ${plural(approvals.length, "step")}`}
        </Button>
      </div>
    </div>
  );
}
