import { CapstanError } from "../../base/errors.ts";
import type { JsonValue } from "../../base/json.ts";
import { openAnswered } from "../../gate/access/open-answered.ts";
import { calledBy, callerGoesOn, isActAwaited } from "../../gate/act.ts";
import { editInputs, isInputOf } from "../../gate/approvals/edit-inputs.ts";
import { grantApproval } from "../../gate/approvals/grant-approval.ts";
import { mayApprove } from "../../gate/approvals/may-approve.ts";
import { refuseApproval } from "../../gate/approvals/refuse-approval.ts";
import { rememberAnswer } from "../../gate/approvals/remember-answer.ts";
import type { Waiting } from "../../gate/call.ts";
import { resume } from "../../gate/invoke.ts";
import { isExpired } from "../../gate/reopen.ts";
import { retryConflicts } from "../../gate/retry-conflicts.ts";
import type { AccessScope } from "../../schema/access.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Approval } from "../../schema/approval.ts";
import type { Invocation } from "../../schema/invocation.ts";
import type { Outcome } from "../../schema/outcome.ts";
import { profileInForce } from "../../schema/profile.ts";
import type { Remember } from "../../schema/standing-grant.ts";
import type { Change } from "../../stores/journal.ts";
import type { Engine } from "../engine.ts";
import { until } from "../until.ts";
import { moveSession } from "./move-session.ts";

/** With Run, the answer may be remembered, and the input may be another than the one asked about. */
type Answer =
  | {
      readonly type: "run";
      readonly remember?: Remember;
      readonly inputs?: JsonValue;
      /** For how long it opens what it opens; left out, for this call. */
      readonly access?: AccessScope;
    }
  | {
      readonly type: "deny";
      readonly reason?: string;
      /** The client of the gateway that declined, perhaps without asking a person. */
      readonly client?: string;
    };
/** Who made the call, where the answer comes through the very request that waits for its outcome. */
type WaitingCaller = Waiting & { readonly signal?: AbortSignal };
type Answered = { readonly approval: Approval; readonly outcome: Outcome };

/**
 * A person's answer. It is stored first; then the call runs, in its turn or by itself. Asked to run
 * a second time, or twice at once, it waits for the one run and answers the same.
 */
export async function answerApproval(
  engine: Engine,
  approvalId: string,
  answer: Answer,
  actor: Actor,
  caller: WaitingCaller = {},
): Promise<Answered> {
  const { gate } = engine;
  const invocation = await retryConflicts(() => recordAnswer(engine, approvalId, answer, actor));
  // The program that asked for an act goes on with the answer: what becomes of its call is told.
  const called = await calledBy(gate, invocation);
  const { sessionId, position, id } = called;

  if (sessionId !== null && position !== null) {
    engine.queue.push(sessionId);
    await until(engine.signals, sessionId, waitMs(gate, called), () =>
      hasRun(engine, id, approvalId),
    );
  } else if (answer.type === "run" || invocation.parent) {
    await resume(gate, called, caller.signal ?? null, caller);
  }
  const [approval, now] = [
    await requireApproval(engine, approvalId),
    await gate.store.invocations.get(id),
  ];
  if (!now?.outcome)
    throw new CapstanError("STATE_CONFLICT", "The call is still running. Ask again.");
  return { approval, outcome: now.outcome };
}

/** Records the answer if the question is still open; otherwise checks that it agrees. */
async function recordAnswer(
  engine: Engine,
  approvalId: string,
  answer: Answer,
  actor: Actor,
): Promise<Invocation> {
  const { gate } = engine;
  const approval = await requireApproval(engine, approvalId);
  const invocation = await gate.store.invocations.get(approval.invocationId);
  if (!invocation) throw new CapstanError("STORE_CORRUPT", "The approval's call is missing.");
  if (approval.level === "admin" && !actor.scopes.includes("admin")) {
    throw new CapstanError(
      "SCOPE_MISSING",
      "This approval needs an admin: answer it with the admin key.",
    );
  }
  if (approval.state !== "pending") {
    if (agrees(gate, approval, answer)) return invocation;
    throw notPending(approval);
  }
  const subject = { approval, invocation, actor: actor.id };
  if (isExpired(gate, approval)) {
    const { changes } = refuseApproval(gate, { ...subject, actor: "system" }, "expired");
    await commitAnswer(engine, invocation, changes);
    throw notPending({ ...approval, state: "expired" });
  }
  const isAwaited = await isActAwaited(gate, invocation);
  const changes = !isAwaited
    ? refuseApproval(gate, { ...subject, actor: "system" }, "forsaken").changes
    : answer.type === "run"
      ? await run(engine, approval, invocation, actor, answer)
      : refuseApproval(gate, declined(gate, subject, answer), "denied", answer.reason).changes;
  await commitAnswer(engine, invocation, changes);
  return (await gate.store.invocations.get(invocation.id)) ?? invocation;
}

/** The name is the client's own. */
function declined<T>(
  { redactor }: Engine["gate"],
  subject: T,
  { client }: Extract<Answer, { type: "deny" }>,
) {
  return { ...subject, ...(client !== undefined && { client: redactor.hideKnown(client) }) };
}

async function run(
  { gate }: Engine,
  approval: Approval,
  invocation: Invocation,
  actor: Actor,
  { remember, inputs, access }: Extract<Answer, { type: "run" }>,
): Promise<Change[]> {
  // Before anything is stored: a halt uses no approval up.
  gate.halt.check();
  const asked = { approval, invocation };
  const wanted = inputs === undefined ? asked : await editInputs(gate, asked, inputs, actor);
  await mayApprove(gate, wanted.invocation, actor);
  const { approval: opened, changes } = await openAnswered(gate, { ...wanted, actor }, access);
  const granted = [
    ...grantApproval(gate, { ...wanted, approval: opened, actor: actor.id }),
    ...changes,
  ];
  if (!remember) return granted;
  const { sessionId } = invocation;
  const session = sessionId === null ? undefined : await gate.store.sessions.get(sessionId);
  const profile = profileInForce(session, gate.policy.profile);
  return [...granted, ...(await rememberAnswer(gate, { ...wanted, profile, actor }, remember))];
}

/** The same answer again is no mistake; one that wants another input run is told that it came late. */
function agrees(gate: Engine["gate"], approval: Approval, answer: Answer): boolean {
  if (answer.type === "deny") return approval.state === "denied";
  if (!RAN.has(approval.state)) return false;
  return answer.inputs === undefined || isInputOf(gate, approval, answer.inputs);
}

/** States in which an approval was run, or replaced when it was about to be. */
const RAN: ReadonlySet<Approval["state"]> = new Set(["approved", "used", "superseded"]);

/**
 * Stores an answer and, in the same step, wakes its turn. The session moves even when its turn is
 * running: a turn that is just about to wait for this very answer then looks again.
 */
export async function commitAnswer(
  engine: Engine,
  invocation: Invocation,
  changes: readonly Change[],
): Promise<void> {
  const { gate, queue } = engine;
  const { sessionId, position } = await calledBy(gate, invocation);
  const session =
    sessionId !== null && position !== null ? await gate.store.sessions.get(sessionId) : undefined;
  const inTurn = session?.state === "input_required" || session?.state === "in_progress";
  const woken = session && inTurn ? moveSession(engine, session, { state: "in_progress" }) : null;
  await gate.store.journal.commit("approval.answer", [
    ...changes,
    ...(await callerGoesOn(gate, invocation)),
    ...(woken ? [woken.change] : []),
  ]);
  if (woken) queue.push(woken.session.id);
}

async function requireApproval({ gate }: Engine, id: string): Promise<Approval> {
  const approval = await gate.store.approvals.get(id);
  if (approval) return approval;
  throw new CapstanError("APPROVAL_NOT_FOUND", `No approval "${id}".`, {
    details: { approval_id: id },
  });
}

function notPending({ id, state }: Approval): CapstanError {
  return new CapstanError("APPROVAL_NOT_PENDING", `Approval "${id}" is ${state}.`, {
    details: { approval_id: id, state },
  });
}

/** The call has its outcome, or waits again. */
async function hasRun(
  { gate }: Engine,
  invocationId: string,
  approvalId: string,
): Promise<boolean> {
  const outcome = (await gate.store.invocations.get(invocationId))?.outcome;
  if (!outcome) return false;
  // What has ended asks nothing; an unknown effect, or a question in place of this one, asks another.
  if (!outcome.inputRequest?.approvalIds?.includes(approvalId)) return true;
  // Pending again: the tool's source could not be reached, and the question stands open as before.
  return (await gate.store.approvals.get(approvalId))?.state === "pending";
}

function waitMs(gate: Engine["gate"], { toolId }: Invocation): number {
  const timeoutMs = gate.catalog.getTool(toolId)?.behaviour.timeoutMs ?? 0;
  return timeoutMs + gate.limits.startWithinMs + 5_000;
}
