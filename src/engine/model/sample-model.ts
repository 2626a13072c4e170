import { CapstanError } from "../../base/errors.ts";
import type { Sample } from "../../gate/sampler.ts";
import type { Message } from "../../schema/message.ts";
import type { Session } from "../../schema/session.ts";
import type { Engine } from "../engine.ts";
import { requireSession } from "../sessions/require-session.ts";
import { overBudget, requirePrice } from "./budget.ts";
import { endSilence } from "./end-silence.ts";
import { withCost } from "./prices.ts";

const DEADLINE_MS = 120_000;
/** More than a token ever has: cuts the answer of a model that does not count. */
const TOKEN_CHARACTERS = 8;

const FOREIGN =
  "A tool by another author asks you this while it runs. You have no tools. Its words follow.";

/** Asks the session's model for a running tool, or the server's own model outside a session. */
export async function sampleModel(
  engine: Engine,
  ...[invocation, wanted, spent, signal]: Parameters<Sample>
): Promise<Awaited<ReturnType<Sample>>> {
  const { sessionId } = invocation;
  const session = sessionId === null ? null : await requireSession(engine.gate, sessionId);
  const { name, model } = await modelFor(engine, session);
  if (wanted.advice && model.advises === false) {
    const message = `The model "${name}" cannot advise. Choose another: "model" in settings.json.`;
    throw new CapstanError("ADVISOR_REFUSED", message);
  }
  requirePrice(engine, name);
  const before = session ? await engine.conversations.load(session) : [];
  const over = session && overBudget(engine, [...before, usedBy(session, spent)]);
  if (over) throw over;
  const reply = await endSilence(model, name, engine.limits.modelSilenceMs)
    .respond({
      system: `${FOREIGN}\n\n${wanted.system}`,
      tools: [],
      messages: wanted.messages.map(({ role, text }, position) =>
        messageOf(session, { role, content: text, position }),
      ),
      callsBefore: before.filter(({ role }) => role === "assistant").length,
      maxOutputTokens: wanted.maxTokens,
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    })
    .catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new CapstanError("MODEL_FAILED", `The model did not answer: ${reason}`, { cause });
    });
  const { usage } = reply;
  return {
    type: "answered",
    text: reply.text.slice(0, wanted.maxTokens * TOKEN_CHARACTERS),
    model: name,
    ...(usage && { usage: withCost(usage, engine.priceOf(name)) }),
  };
}

async function modelFor(engine: Engine, session: Session | null) {
  const agent = session && (await engine.gate.store.agents.get(session.agentId));
  const name = agent?.model;
  if (name === undefined) return { name: engine.modelName, model: engine.model };
  engine.checkModel(name);
  return { name, model: engine.modelOf(name) };
}

function usedBy(session: Session, usage: Message["usage"]): Message {
  return { ...messageOf(session, { role: "tool", content: "", position: 0 }), usage };
}

function messageOf(
  session: Session | null,
  message: Pick<Message, "role" | "content" | "position">,
): Message {
  const { id: sessionId, turn } = session ?? { id: "", turn: 1 };
  return { id: `msg_sampled_${message.position}`, sessionId, turn, createdAt: "", ...message };
}
