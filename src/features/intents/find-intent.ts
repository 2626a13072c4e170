import { CapstanError } from "../../base/errors.ts";
import { turnOfIntent } from "../../base/intent-id.ts";
import type { Engine } from "../../engine/engine.ts";
import { awaitTurn } from "../../engine/sessions/await-turn.ts";
import { readableSession } from "../../engine/sessions/session-access.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Approval } from "../../schema/approval.ts";
import type { InputRequest } from "../../schema/input-request.ts";
import type { Message } from "../../schema/message.ts";
import type { Outcome } from "../../schema/outcome.ts";
import type { Plan, PlanStep } from "../../schema/plan.ts";
import type { Session } from "../../schema/session.ts";
import type { TaskState } from "../../schema/task-state.ts";
import { intentOf, planOf, type StepDone, stepsDone } from "./steps-done.ts";

/** Begins what a tool adds to the reason of an approval. */
const TOOL_WORDS = ' The tool says: "';

/** A turn of a session seen as one task. */
export type Intent = {
  readonly id: string;
  readonly sessionId: string;
  readonly state: TaskState;
  readonly plan: Plan | null;
  readonly steps: readonly {
    readonly id: string;
    readonly state: TaskState;
    readonly outcome: Outcome | null;
  }[];
  readonly inputRequest: InputRequest | null;
  readonly report: string | null;
};

type IntentTurn = {
  readonly sessionId: string;
  readonly turn: number;
  readonly session: Session;
  readonly messages: readonly Message[];
};

/** The turn that an id names, if it is an intent that this actor may look at. */
export async function requireIntentTurn(
  engine: Engine,
  id: string,
  actor: Actor,
  waitMs = 0,
): Promise<IntentTurn> {
  const place = turnOfIntent(id);
  if (!place) throw notFound(id);
  const { sessionId, turn } = place;
  await readableSession(engine.gate, sessionId, actor).catch((error: unknown) => {
    throw error instanceof CapstanError && error.code === "SESSION_NOT_FOUND"
      ? notFound(id)
      : error;
  });
  const { session, messages } = await awaitTurn(engine, sessionId, turn, waitMs);
  if (!intentOf(messages, turn)) throw notFound(id);
  return { sessionId, turn, session, messages };
}

/** As it stands: at once, or when it ends or waits within `waitMs`. */
export async function findIntent(
  engine: Engine,
  id: string,
  actor: Actor,
  waitMs?: number,
): Promise<Intent> {
  const { sessionId, turn, session, messages } = await requireIntentTurn(engine, id, actor, waitMs);
  const kept = messages.find(({ intent, role }) => role === "assistant" && intent?.plan);
  // As it is shown: what hides a secret stays hidden.
  const plan = kept?.intent?.plan ?? null;
  const exact = planOf(engine.gate.keyring, messages, turn) ?? { steps: [] };
  const done = await stepsDone(engine, exact, messages, turn);
  const isNow = session.turn === turn;
  const waits = isNow && session.state === "input_required" ? session.inputRequest : null;
  return {
    id,
    sessionId,
    state: stateOf(messages, session, turn, done),
    plan,
    steps: (plan?.steps ?? []).map(({ id: step }, index) => {
      const { state, outcome } = done[index] ?? { state: "pending", outcome: null };
      return { id: step, state, outcome };
    }),
    inputRequest: waits && (await inTaskWords(engine, waits, done)),
    report: reportOf(messages, session, isNow),
  };
}

function stateOf(
  messages: readonly Message[],
  session: Session,
  turn: number,
  done: readonly StepDone[],
): TaskState {
  if (session.turn < turn) return "pending";
  if (session.turn === turn && session.state !== "completed") return session.state;
  const last = messages.findLast(({ role }) => role === "assistant");
  // Its turn was ended before the plan was: cancelled, or replaced by another message.
  if (last?.toolCalls) return "failed";
  if (last?.intent?.refused) return "blocked";
  if (last?.intent?.stopped) return "failed";
  const bad = done.find(
    ({ state, code }) => state !== "completed" && code !== "DRY_RUN_UNSUPPORTED",
  );
  return bad?.state ?? "completed";
}

function reportOf(messages: readonly Message[], session: Session, isNow: boolean): string | null {
  const last = messages.at(-1);
  if (last?.role === "assistant" && !last.toolCalls) return last.content;
  return isNow ? (session.error?.message ?? null) : null;
}

/** What is missing is asked for in the words of the task, where there are any (I32). */
async function inTaskWords(
  { gate }: Engine,
  request: InputRequest,
  done: readonly StepDone[],
): Promise<InputRequest> {
  const ids = request.approvalIds ?? [];
  const approvals = await Promise.all(ids.map((id) => gate.store.approvals.get(id)));
  const asked = approvals.flatMap((approval) => {
    const step = done.find(({ call }) => call.id === approval?.invocationId)?.step;
    return approval && step ? [{ approval, step }] : [];
  });
  if (asked.length === 0) return request;
  const alike = Map.groupBy(asked, ({ approval }) => kindOf(approval));
  const sentences = [...alike.values()].flatMap(([first, ...others]) =>
    first ? [askingFor(first.step, first.approval, others.length)] : [],
  );
  return { ...request, reason: [...new Set(sentences)].join(" ") };
}

/** The same for calls that are asked about for the same reason, whatever each tool says of itself. */
function kindOf({ id, toolId, access, reason }: Approval): string {
  if (access) return id;
  const [why = ""] = reason.split(TOOL_WORDS);
  return JSON.stringify([toolId, why]);
}

function askingFor({ says }: PlanStep, { access, reason }: Approval, others: number): string {
  const task = says.replace(/[.!?]+$/, "");
  const [path, ...more] = access?.paths ?? [];
  const [host] = access?.hosts ?? [];
  if (!path && host === undefined) {
    return `${task}${others > 0 ? ` and ${others} more` : ""}: ${reason}`;
  }
  if (!path) return `${task}. This needs to reach ${host}.`;
  const verb = path.verbs.includes("write") ? "change what is in" : "read";
  const folders = more.length === 0 ? "the folder" : `${more.length + 1} folders, such as`;
  return `${task}. This needs to ${verb} ${folders} ${path.root}.`;
}

function notFound(id: string): CapstanError {
  return new CapstanError("INTENT_NOT_FOUND", `No intent "${id.slice(0, 100)}".`, {
    details: { intent_id: id.slice(0, 100) },
  });
}
