import { timestamp } from "../base/clock.ts";
import { isJsonObject } from "../base/json.ts";
import type { Gate } from "../gate/gate.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { Message } from "../schema/message.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Change } from "../stores/journal.ts";

/** Of files that a model is told about: a program may make thousands. */
const MAX_SHOWN = 50;

type Answered = Pick<Invocation, "id" | "sessionId" | "turn" | "position" | "toolId">;

type Told = Pick<Outcome, "state" | "outputs" | "error" | "notes"> &
  Partial<Pick<Outcome, "artifacts">>;

/** The outcome as the message that answers the model's call (P27); none outside a turn. */
export function toolMessage(
  { clock }: Pick<Gate, "clock">,
  call: Answered,
  outcome: Told & Pick<Outcome, "ranWith" | "answer" | "usage">,
): Message[] {
  const { id, sessionId, turn, position, toolId } = call;
  if (sessionId === null || position === null) return [];
  const message: Message = {
    // One call has one answer: the same id whoever writes it.
    id: id.replace(/^inv_/, "msg_"),
    sessionId,
    turn,
    position,
    role: "tool",
    content: contentOf(outcome),
    toolId,
    invocationId: id,
    ...(outcome.ranWith !== undefined && { ranWith: outcome.ranWith }),
    ...(outcome.answer && { answer: outcome.answer }),
    ...(outcome.usage && { usage: outcome.usage }),
    createdAt: timestamp(clock.now()),
  };
  return [message];
}

export function toolMessageChange(
  gate: Pick<Gate, "clock">,
  call: Answered,
  outcome: Outcome,
): Change[] {
  return toolMessage(gate, call, outcome).map((message) => ({ type: "message.add", message }));
}

function contentOf({ state, outputs, error, notes, artifacts = [] }: Told): string {
  if (state === "completed") {
    const more = { ...(notes && { notes }), ...madeBy(outputs, artifacts) };
    if (Object.keys(more).length === 0) return JSON.stringify(outputs ?? null);
    return JSON.stringify(isJsonObject(outputs) ? { ...outputs, ...more } : { outputs, ...more });
  }
  return JSON.stringify({ state, error: { code: error?.code, message: error?.message } });
}

/** A program that left files behind does not know which were kept: who called it is told (P22, P32). */
function madeBy(outputs: Outcome["outputs"], artifacts: Outcome["artifacts"]) {
  if (artifacts.length === 0 || !isJsonObject(outputs) || !("exit_code" in outputs)) return {};
  const shown = artifacts.slice(0, MAX_SHOWN).map(({ path, type, mime, sizeBytes }) => ({
    path,
    type,
    ...(mime && { mime }),
    ...(sizeBytes !== undefined && { size_bytes: sizeBytes }),
  }));
  return { artifacts: shown };
}
