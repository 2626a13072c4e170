import { timestamp } from "../../base/clock.ts";
import { isConflict } from "../../base/errors.ts";
import { foldGrowing } from "../../base/fold-growing.ts";
import type { Model } from "../../models/model.ts";
import type { Message } from "../../schema/message.ts";
import type { Session } from "../../schema/session.ts";
import { estimateText } from "../composition/estimate-tokens.ts";
import type { Engine } from "../engine.ts";
import { contextOf, loadMemory, type Memory, NO_MEMORY } from "./memory.ts";
import { modelView } from "./model-view.ts";
import { summarise } from "./summarise.ts";

/** Shorter conversations need no memory. */
const FEW_MESSAGES = 8;
/** The last turns are always sent whole. */
const KEPT_TURNS = 2;
/** A step has to be worth it: everything that was sent before changes with it. */
const KEPT_PART = 0.5;

/**
 * What the session remembers, brought up to date: when what a model would be sent is over its
 * budget, old turns become a summary. It is stored, so that every process sends the same.
 */
export async function compactSession(
  engine: Engine,
  session: Session,
  model: Model,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<Memory> {
  const { gate, limits } = engine;
  if (messages.length < FEW_MESSAGES) return NO_MEMORY;
  const memory = await loadMemory(gate, session.id);
  const view = modelView(messages, session.turn, memory);
  if (tokensOf(view) <= limits.contextTokens) return memory;

  const throughTurn = cutAfter(view, session.turn, limits.contextTokens * KEPT_PART);
  if (throughTurn <= memory.throughTurn) return memory;
  const old = view.filter(({ turn, id }) => turn <= throughTurn && id !== "msg_memory");
  const summary = await summarise(model, memory.summary, old, signal);
  const now = timestamp(gate.clock.now());
  try {
    const context = contextOf(session, memory, { summary, throughTurn }, now);
    await gate.store.journal.commit("session.compact", [
      { type: "context.put", context, expect: memory.version },
    ]);
    return { ...memory, summary, throughTurn, version: context.version };
  } catch (error) {
    if (!isConflict(error)) throw error;
    return loadMemory(gate, session.id);
  }
}

/** The last turn that has to go, so that what is left fits. */
function cutAfter(view: readonly Message[], turn: number, budget: number): number {
  let kept = 0;
  for (const message of view.toReversed()) {
    kept += tokensIn(message);
    if (kept > budget) return Math.min(message.turn, turn - KEPT_TURNS);
  }
  return 0;
}

const tokensOf = foldGrowing<Message, number>({
  start: () => 0,
  add: (sum, message) => sum + tokensIn(message),
});

const CHARACTERS_A_TOKEN = 4;

/** A budget needs no more than this: to estimate 1,000 messages well took 20 ms of a cold start. */
function roughly(text: string): number {
  return Buffer.byteLength(text) === text.length
    ? Math.ceil(text.length / CHARACTERS_A_TOKEN)
    : estimateText(text);
}

function tokensIn({ content, toolCalls }: Message): number {
  return roughly(content) + (toolCalls ? roughly(JSON.stringify(toolCalls)) : 0);
}
