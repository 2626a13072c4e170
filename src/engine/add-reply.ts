import { timestamp } from "../base/clock.ts";
import type { JsonValue } from "../base/json.ts";
import { sessionEvent } from "../gate/entries.ts";
import type { ModelQuestion, ModelReply } from "../models/model.ts";
import type { InputRequest } from "../schema/input-request.ts";
import type { Message } from "../schema/message.ts";
import { MOST_OPTIONS, type Offer } from "../schema/offer.ts";
import type { Session } from "../schema/session.ts";
import type { RuntimeAgent } from "./composition/compose.ts";
import { nextPosition } from "./conversation.ts";
import type { TurnEngine } from "./hold-replies.ts";
import { rememberNew } from "./new-calls.ts";
import { inputRequestWire } from "./sessions/input-request-wire.ts";
import { moveSession } from "./sessions/move-session.ts";

/**
 * Appends the model's answer. Calls get their invocation ids here, before any of them is made: once
 * it is stored, the same call is recognised after a crash. An answer without calls ends the turn in
 * the same step, or lets it wait, if it is a question.
 */
export async function addReply(
  engine: TurnEngine,
  session: Session,
  agent: RuntimeAgent,
  messages: readonly Message[],
  reply: ModelReply,
): Promise<{ readonly message: Message; readonly ended?: Session }> {
  const { gate } = engine;
  const calls = madeCalls(reply.toolCalls, engine.limits.callsPerAnswer);
  const toolCalls = calls.map(({ name, input, refused, dryRun }) => ({
    id: gate.newId("inv"),
    // Only the agent's own tools: a full id of some other tool in the catalog names nothing here.
    toolId: agent.findTool(name)?.toolId ?? null,
    name,
    input,
    ...(refused !== undefined && { refused }),
    ...(dryRun && { dryRun }),
  }));
  const offer = toolCalls.length === 0 ? offerOf(agent, reply) : undefined;
  const message: Message = {
    id: gate.newId("msg"),
    sessionId: session.id,
    turn: session.turn,
    position: nextPosition(messages),
    role: "assistant",
    content: reply.text,
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(reply.usage && { usage: reply.usage }),
    ...(reply.intent && { intent: reply.intent }),
    ...(offer && { offer }),
    createdAt: timestamp(gate.clock.now()),
  };
  const created = sessionEvent(gate, session.id, session.turn, "message.created", {
    message_id: message.id,
    role: message.role,
    content: message.content,
  });

  const fields = [...(reply.questions ?? []), ...(offer ? [choiceOf(offer)] : [])];
  if (toolCalls.length === 0 && fields.length > 0) {
    const inputRequest: InputRequest = {
      kind: "fields",
      reason: reply.text,
      fields: fields.map((field) => ({ ...field })),
    };
    const waiting = moveSession(engine, session, { state: "input_required", inputRequest });
    await gate.store.journal.commit("turn.question", [
      { type: "message.add", message },
      created,
      waiting.change,
      sessionEvent(gate, session.id, session.turn, "turn.waiting", {
        input_request: inputRequestWire(inputRequest),
      }),
    ]);
    return { message, ended: waiting.session };
  }
  if (toolCalls.length > 0) {
    const { sessionId, turn, position } = message;
    await engine.hold([
      // Meanwhile another process may have ended the turn.
      { type: "position.expect", sessionId, turn, position, unclaimed: null },
      { type: "message.add", message },
      created,
    ]);
    rememberNew(toolCalls);
    return { message };
  }
  const ended = moveSession(engine, session, { state: "completed" });
  await gate.store.journal.commit("turn.complete", [
    { type: "message.add", message },
    created,
    ended.change,
    sessionEvent(gate, session.id, session.turn, "turn.completed", { state: "completed" }),
  ]);
  return { message, ended: ended.session };
}

/** The cards, each of whose calls is one of the agent's own tools. */
function offerOf(agent: RuntimeAgent, { offer = [] }: ModelReply): Offer | undefined {
  const options = offer
    .filter(({ steps }) => steps.every(({ toolId }) => agent.findTool(toolId)))
    .slice(0, MOST_OPTIONS);
  return options.length === 0 ? undefined : { options };
}

/** As it goes over the wire: a field is any JSON. */
function choiceOf({ options }: Offer): ModelQuestion & { readonly options: JsonValue } {
  return {
    name: "choice",
    type: "enum",
    description: "The number of a card",
    required: true,
    options: options.map(({ steps, ...option }) => ({
      ...option,
      steps: steps.map(({ toolId, ...step }) => ({ ...step, tool_id: toolId })),
    })),
  };
}

type Wanted = ModelReply["toolCalls"][number];

/**
 * The calls of an answer that are made, up to so many. Of more than these one stands for the rest:
 * the model is told by its result.
 */
function madeCalls(
  calls: readonly Wanted[],
  most: number,
): readonly (Wanted & { readonly refused?: string })[] {
  const next = calls[most];
  if (!next) return calls;
  const refused = `An answer may make ${most} calls: ${calls.length - most} of ${calls.length} were not made.`;
  return [...calls.slice(0, most), { name: next.name, input: {}, refused }];
}
