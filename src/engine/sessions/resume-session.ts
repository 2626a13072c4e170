import { CapstanError } from "../../base/errors.ts";
import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { answerQuestion, isWaitedFor } from "../../gate/approvals/questions.ts";
import { type Reconciliation, reconcile } from "../../gate/approvals/reconcile.ts";
import type { Answer } from "../../gate/executor.ts";
import type { Gate } from "../../gate/gate.ts";
import { resumeTokenOf } from "../../gate/resume-token.ts";
import type { Actor } from "../../schema/actor.ts";
import type { InputRequest } from "../../schema/input-request.ts";
import { ChoiceForm } from "../../schema/offer.ts";
import type { Session } from "../../schema/session.ts";
import { isTerminal } from "../../schema/task-state.ts";
import type { Change } from "../../stores/journal.ts";
import type { Engine } from "../engine.ts";
import { acceptMessage } from "./accept-message.ts";
import { commitAnswer } from "./answer-approval.ts";
import { unpauseSession } from "./pause-session.ts";
import { requireSession } from "./require-session.ts";

export function sessionToken(
  { keyring }: Pick<Gate, "keyring">,
  { id, version, turn }: Session,
): string {
  return resumeTokenOf(keyring, id, version, turn);
}

/** What a person answers: to a question of the model, or about an interrupted effect. */
export type Resumption = {
  readonly resumeToken: string;
  readonly inputs?: JsonObject | undefined;
  readonly reconcile?: Reconciliation | undefined;
  /** To a running call that asked: that nobody gives it what it wants. */
  readonly decline?: "decline" | "cancel" | undefined;
};

/** Lets a session that waits or was paused go on; what it needs depends on what it waits for. */
export async function resumeSession(
  engine: Engine,
  sessionId: string,
  { resumeToken, inputs, reconcile: answer, decline }: Resumption,
  actor: Actor,
): Promise<void> {
  const { gate } = engine;
  const session = await requireSession(gate, sessionId);
  if (resumeToken !== sessionToken(gate, session)) {
    const message = "The session has moved on since this resume token. Please refresh.";
    throw new CapstanError("STATE_CONFLICT", message, { details: { field: "resume_token" } });
  }
  const { kind, invocationId } = session.inputRequest ?? {};
  const told = decline ? { action: decline } : inputs && { action: "accept" as const, inputs };
  if (session.state === "paused") await unpauseSession(engine, session, actor);
  else if (kind === "fields" && invocationId && told)
    await answerCalled(engine, invocationId, told, actor);
  else if (kind === "fields" && inputs) await answerFields(engine, session, inputs);
  else if (kind === "reconcile" && answer) await reconcileCall(engine, session, answer, actor);
  else throw new CapstanError("STATE_CONFLICT", missing(kind));
}

function missing(kind: InputRequest["kind"] | undefined): string {
  if (kind === "fields") return 'The session waits for answers: send them as "inputs".';
  if (kind === "reconcile")
    return 'The session waits to be told what became of a call: "reconcile".';
  if (kind) return "The session waits for an approval: answer that.";
  return "The session waits for nothing.";
}

/** A running call of the turn asked: it goes on, and the turn with it. */
async function answerCalled(
  engine: Engine,
  invocationId: string,
  answer: Answer,
  actor: Actor,
): Promise<void> {
  const { gate } = engine;
  const invocation = await gate.store.invocations.get(invocationId);
  if (!invocation) throw new CapstanError("STORE_CORRUPT", "The call that asked is missing.");
  for (const feature of engine.features) {
    const changes = feature.onResume?.(invocation, answer, actor);
    if (changes) return commitAnswer(engine, invocation, changes);
  }
  const wake = () => commitAnswer(engine, invocation, []);
  // It gave up waiting, and has its end: the turn reads that.
  if (isTerminal(invocation.state)) return wake();
  if (!(await isWaitedFor(gate, invocation))) {
    await answerQuestion(gate, { invocation, answer, actor, commit: async () => {} });
    return wake();
  }
  await new Promise<void>((resolve, reject) => {
    const commit = async (changes: readonly Change[]) => {
      await commitAnswer(engine, invocation, changes);
      resolve();
    };
    answerQuestion(gate, { invocation, answer, actor, commit }).then(() => resolve(), reject);
  });
}

/** The answers reach the model as a message that says them. */
async function answerFields(engine: Engine, session: Session, inputs: JsonObject): Promise<void> {
  const { id, inputRequest } = session;
  const isOffer = inputRequest?.fields?.some((it) => isJsonObject(it) && it.type === "enum");
  if (isOffer) {
    const choice = ChoiceForm.safeParse(inputs);
    if (!choice.success) {
      const message = 'Send the value of a card as "choice", and changed "inputs" as a list.';
      throw new CapstanError("REQUEST_INVALID", message, { details: { field: "inputs.choice" } });
    }
    await acceptMessage(engine, id, { content: choice.data.choice, choice: choice.data });
    return;
  }
  const content = Object.entries(inputs)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");
  await acceptMessage(engine, id, { content });
}

async function reconcileCall(
  engine: Engine,
  { inputRequest }: Session,
  answer: Reconciliation,
  actor: Actor,
): Promise<void> {
  const { gate } = engine;
  const invocation = await gate.store.invocations.get(inputRequest?.invocationId ?? "");
  if (!invocation) throw new CapstanError("STORE_CORRUPT", "The interrupted call is missing.");
  await commitAnswer(engine, invocation, await reconcile(gate, invocation, answer, actor));
}
