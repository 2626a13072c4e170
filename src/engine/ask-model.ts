import { CapstanError } from "../base/errors.ts";
import type { Model, ModelReply, ModelRequest } from "../models/model.ts";
import type { Message } from "../schema/message.ts";
import type { Session } from "../schema/session.ts";
import type { Tool } from "../schema/tool.ts";
import { compactSession } from "./compaction/compact-session.ts";
import { modelView } from "./compaction/model-view.ts";
import type { RuntimeAgent } from "./composition/compose.ts";
import { deferredIndex } from "./composition/find-deferred.ts";
import { shownTools } from "./composition/shown-tools.ts";
import { transcript } from "./conversation.ts";
import type { Engine } from "./engine.ts";
import { boundAnswer } from "./model/bound-answer.ts";
import { requirePrice } from "./model/budget.ts";
import { endSilence } from "./model/end-silence.ts";
import { keepPartial } from "./model/keep-partial.ts";
import { knownFolders } from "./model/known-folders.ts";
import { metered } from "./model/metered.ts";
import { withCost } from "./model/prices.ts";
import { exactCards } from "./read-choice.ts";
import type { ModelTurn } from "./session-feature.ts";

const MAX_FILE_BYTES = 20_000_000;

export async function askModel(
  engine: Engine,
  session: Session,
  agent: RuntimeAgent,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<ModelReply> {
  const told = tellText(engine, session);
  const answer = boundAnswer(engine.limits);
  try {
    const name = agent.model ?? engine.modelName;
    const { modelSilenceMs } = engine.limits;
    const { model, used } = metered(endSilence(modelOf(engine, agent), name, modelSilenceMs));
    requirePrice(engine, name);
    const memory = await compactSession(engine, session, model, messages, signal);
    const view = modelView(transcript(messages), session.turn, memory, agent.tools);
    const asked = messages.findLast(({ role }) => role === "user");
    const [chosen] = asked?.chosen ? exactCards(asked, engine.gate.keyring) : [];
    const answering = withFeatures(engine, { session, agent, messages }, model);
    const reply = await answering.respond({
      system: agent.systemPrompt,
      tools: shownTools(agent.tools),
      otherTools: () => otherTools(engine, agent),
      messages: filtered(agent, view),
      callsBefore: messages.filter((message) => message.role === "assistant").length,
      onText: (text) => told.onText(answer.delta(text)),
      readFile: (path) => engine.filesOf(session.id).read(path, 0, MAX_FILE_BYTES),
      folders: await knownFolders(engine),
      findTools: toolFinder(agent),
      ...(chosen && { chosen }),
      signal,
    });
    answer.whole(reply);
    const usage = used();
    return usage ? { ...reply, usage: withCost(usage, engine.priceOf(name)) } : reply;
  } catch (cause) {
    if (cause instanceof CapstanError) throw cause;
    const reason = engine.gate.redactor.redact(cause instanceof Error ? cause.message : `${cause}`);
    throw new CapstanError("MODEL_FAILED", `The model did not answer: ${reason}`, { cause });
  } finally {
    told.end();
    if (signal.aborted) await keepPartial(engine, session, messages, told.text());
  }
}

function modelOf(engine: Engine, { model }: RuntimeAgent): Model {
  if (model === undefined) return engine.model;
  // It was stored while the owner's list was another.
  engine.checkModel(model);
  return engine.modelOf(model);
}

function withFeatures({ features }: Engine, turn: ModelTurn, model: Model): Model {
  return features.reduce((last, feature) => feature.model?.(turn, last) ?? last, model);
}

/** The search of the catalog, over what the agent has and is shown. */
function toolFinder({ tools, deferred }: RuntimeAgent): NonNullable<ModelRequest["findTools"]> {
  return (text, limit) =>
    deferredIndex(shownTools(tools))
      .search(text, limit)
      .concat(deferred.length === 0 ? [] : deferredIndex(shownTools(deferred)).search(text, limit));
}

function otherTools({ gate }: Engine, { capabilities }: RuntimeAgent): readonly Tool[] {
  const all = gate.catalog.listTools({ enabledOnly: false });
  return all.filter(({ capabilityId }) => !capabilities.includes(capabilityId));
}

/** Passes on what the model writes while it writes, without the secrets that are known. */
function tellText({ deltas, partialAnswers, gate }: Engine, { id: sessionId, turn }: Session) {
  const hidden = gate.redactor.words();
  let whole = "";
  const tell = (text: string) => {
    if (text === "") return;
    whole += text;
    partialAnswers.set(sessionId, { sessionId, turn, text: whole });
    deltas.tell({ sessionId, turn, text });
  };
  return {
    onText: (delta: string) => tell(hidden.push(delta)),
    end() {
      tell(hidden.end());
      partialAnswers.delete(sessionId);
    },
    text: () => whole,
  };
}

/** What the hooks of the agent's capabilities let through, in their order. */
function filtered({ hooks }: RuntimeAgent, messages: readonly Message[]): readonly Message[] {
  // Copies: the conversation itself is kept for the next call, and is no hook's to change.
  return hooks.reduce(
    (left, { hooks: own }) => own.filterMessages?.(structuredClone(left)) ?? left,
    messages,
  );
}
