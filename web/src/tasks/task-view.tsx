import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import type { AccessScope } from "../api/approval.ts";
import { type Approval, approvalQuery } from "../api/approval.ts";
import { type Intent, intentQuery, isRunning } from "../api/intent.ts";
import type { Json } from "../api/json.ts";
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
import { isKnown, isSeen, NOTHING_SEEN, neededBy, type Seen, seenSteps } from "./seen-steps.ts";
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
  const [seen, setSeen] = useState<Seen>(NOTHING_SEEN);
  if (error) return <Failure error={error} />;
  if (!intent) return null;
  const { plan, report, input_request: request, session_id: session } = intent;
  const open = approvals.filter(({ state }) => state === "pending");
  const isAsked = open.length > 0 && open.length === ids.length;
  const later = isAsked ? laterSteps(intent) : [];
  const toRead = [...ids, ...later.map((step) => step.id)];
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
      {plan && <Steps intent={intent} approvals={open} later={later} onRead={onRead} />}
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
      {isAsked && (
        <Answer
          key={ids.join(" ")}
          id={id}
          approvals={open}
          later={later.length}
          isRead={toRead.every((one) => read.has(one))}
          isSeen={open.every((approval) => isSeen(approval, seen))}
          onRun={() => setSeen(seenSteps(intent, open))}
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

type Step = NonNullable<Intent["plan"]>["steps"][number];

/** The steps behind those that are asked about now, as far as all that they do is known. */
function laterSteps({ plan, steps }: Intent): readonly Step[] {
  const waiting = (plan?.steps ?? []).filter((_, at) => !steps[at]?.outcome);
  return waiting.filter(isKnown);
}

type OnRead = (shown: string, isDone: boolean) => void;

type StepsProps = {
  readonly intent: Intent;
  readonly approvals: readonly Approval[];
  readonly later: readonly Step[];
  readonly onRead: OnRead;
};

function Steps({ intent: { plan, steps }, approvals, later, onRead }: StepsProps) {
  return (
    <ol aria-label="Plan" className="flex flex-col gap-3">
      {plan?.steps.map((step, index) => {
        const { state = "pending", outcome } = steps[index] ?? {};
        const asked = approvals.find(({ invocation_id: made }) => made === outcome?.invocation_id);
        const isLater = later.includes(step);
        const isOpen = !outcome && !isKnown(step);
        return (
          <li key={step.id} className="flex flex-col gap-1.5 border-l-2 pl-3">
            <div className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 font-medium text-sm [overflow-wrap:anywhere]">
                {index + 1}. <Plain text={step.says} />
              </span>
              <StateTag state={state} {...(state === "pending" && { words: "Not yet" })} />
              {asked && <RiskTag level={asked.risk_level} />}
              {isOpen && approvals.length > 0 && (
                <span className="text-quiet text-xs">
                  {`Depends on ${stepNames(neededBy(step, plan.steps))}: you are asked when it is known`}
                </span>
              )}
            </div>
            <details className="text-quiet text-xs" open={asked !== undefined || isLater}>
              <summary>
                <code className="font-mono">
                  <Plain text={step.tool_id} />
                </code>
              </summary>
              <div className="mt-1.5 text-ink">
                {asked || isLater ? (
                  <AskedInputs
                    key={asked?.id ?? step.id}
                    id={asked?.id ?? step.id}
                    inputs={asked ? asked.inputs : step.inputs}
                    onRead={onRead}
                  />
                ) : (
                  <Value value={step.inputs as Json} />
                )}
              </div>
            </details>
            {isLater && (
              <p className="text-quiet text-xs">
                What it touches is looked up when the steps before it are done.
              </p>
            )}
            <TaskPreview preview={asked?.preview} />
          </li>
        );
      })}
    </ol>
  );
}

function stepNames(places: readonly number[]): string {
  return places.map((at) => `step ${at}`).join(" and ");
}

type AskedInputsProps = {
  readonly id: string;
  readonly inputs: Json;
  readonly onRead: OnRead;
};

/** What would run, as on the page of its approval: Run is for who has seen it to its end. */
function AskedInputs({ id, inputs, onRead }: AskedInputsProps) {
  const reading = useReading(id);
  const { isDone } = reading;
  useEffect(() => onRead(id, isDone), [id, isDone, onRead]);
  return <InputView inputs={inputs} reading={reading} />;
}

type AnswerProps = {
  readonly id: string;
  readonly approvals: readonly Approval[];
  /** How many steps behind these are shown as they will be. */
  readonly later: number;
  /** The person has had the inputs of all of them before their eyes. */
  readonly isRead: boolean;
  /** They were seen as they are when Run was pressed before. */
  readonly isSeen: boolean;
  readonly onRun: () => void;
};

/**
 * One Run for what belongs together. Each approval is answered by itself and is bound to its own call:
 * those that come up later are answered by the same Run where they are what it was pressed for.
 */
function Answer({ id, approvals, later, isRead, isSeen: wasSeen, onRun }: AnswerProps) {
  const queries = useQueryClient();
  const answer = useAnswer(() => void queries.invalidateQueries({ queryKey: ["intents", id] }));
  const armed = useArmed(id);
  const [scope, setScope] = useState<AccessScope>("once");
  const opening = approvals.filter(({ access }) => access);
  const isBlocked = answer.isPending || !armed;
  const steps = approvals.length + later;
  const goesOn = wasSeen && answer.isIdle;
  const { mutate } = answer;
  const [first] = useState(approvals);
  useEffect(() => {
    if (goesOn) mutate({ type: "run", approvals: first });
  }, [goesOn, mutate, first]);
  if (goesOn) return null;
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
          onClick={() => {
            onRun();
            answer.mutate({
              type: "run",
              approvals,
              ...(opening.length === approvals.length && { access: scope }),
            });
          }}
        >
          {answer.isPending ? "Running…" : steps === 1 ? "Run" : `Run ${plural(steps, "step")}`}
        </Button>
      </div>
    </div>
  );
}
