import { timestamp } from "../../base/clock.ts";
import { isJsonObject } from "../../base/json.ts";
import type { Gate } from "../../gate/gate.ts";
import type { Context, Fact } from "../../schema/context.ts";
import type { Session } from "../../schema/session.ts";

/** What a session remembers beside its messages. Its context has the session's own id. */
export type Memory = {
  /** What the turns were about that a model is no longer sent. */
  readonly summary: string;
  /** The last of those turns; 0 when it is sent all of them. */
  readonly throughTurn: number;
  readonly facts: readonly Fact[];
  readonly version: number | null;
};

export const NO_MEMORY: Memory = { summary: "", throughTurn: 0, facts: [], version: null };

export async function loadMemory(
  { store, clock }: Pick<Gate, "store" | "clock">,
  sessionId: string,
): Promise<Memory> {
  const context = await store.contexts.get(sessionId);
  if (!context) return NO_MEMORY;
  const { throughTurn } = isJsonObject(context.detail) ? context.detail : {};
  return {
    summary: context.summary,
    throughTurn: typeof throughTurn === "number" ? throughTurn : 0,
    facts: await store.contexts.facts(sessionId, timestamp(clock.now())),
    version: context.version,
  };
}

/** A session's context as it begins: facts need one to belong to. */
export function emptyContext(sessionId: string, now: string): Context {
  return {
    id: sessionId,
    sessionId,
    actor: null,
    turn: 0,
    state: "in_progress",
    summary: "",
    version: 1,
    detail: {},
    inputRequest: null,
    createdAt: now,
    updatedAt: now,
  };
}

export function contextOf(
  { id, turn, createdAt }: Session,
  { version }: Memory,
  kept: Pick<Memory, "summary" | "throughTurn">,
  now: string,
): Context {
  return {
    ...emptyContext(id, createdAt),
    turn,
    summary: kept.summary,
    detail: { throughTurn: kept.throughTurn },
    version: (version ?? 0) + 1,
    updatedAt: now,
  };
}
