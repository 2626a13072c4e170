import { CapstanError } from "../../base/errors.ts";
import { isJsonObject, type JsonObject } from "../../base/json.ts";
import type { CatalogEntry } from "../../catalog/catalog-entry.ts";
import { timestamp } from "../../ports/clock.ts";
import type { Advised } from "../../ports/executor.ts";
import type { Context, Fact } from "../../schema/context.ts";
import { isResumable } from "../../schema/task-state.ts";
import type { Call } from "../call.ts";
import type { Gate } from "../gate.ts";
import { resumeTokenOf } from "../resume-token.ts";

/** The bucket of what callers gave in earlier turns. */
export const INPUTS = "inputs";

/** A run's working memory as a turn finds it. Whoever ends the turn expects it unchanged. */
export type Memory = {
  /** Null for a call that names no context: only where it waits it gets one, under its own id. */
  readonly contextId: string | null;
  readonly before: Context | null;
  /** The number of this turn in its run, from 1. */
  readonly turn: number;
  readonly facts: readonly Fact[];
  /** Of what falls out of its log with this turn, where something does. */
  readonly summary?: string;
  /** Inputs of the turns before. */
  readonly given: JsonObject;
};

type Reads = Pick<Gate, "store" | "clock" | "keyring">;

/**
 * What is remembered of the run that a call is the next turn of; null for a tool that answers at once.
 * A call that a person approved, or a turn of a session, goes on without a token.
 */
export async function openMemory(
  gate: Reads,
  call: Call,
  { contract, tool }: CatalogEntry,
  isRepeated: boolean,
): Promise<Memory | null> {
  if (!contract) return null;
  const contextId = call.contextId ?? (call.inTurn ? `${call.sessionId}:${tool.sourceId}` : null);
  const before = contextId === null ? undefined : await gate.store.contexts.get(contextId);
  if (!before) return { contextId, before: null, turn: 1, facts: [], given: {} };
  requireOwn(before, call);
  const facts = await gate.store.contexts.facts(before.id, timestamp(gate.clock.now()));
  if (!isResumable(before.state)) return { contextId, before, turn: 1, facts, given: {} };
  const { skill } = runOf(before);
  if (skill !== undefined && skill !== tool.sourceId) {
    const message = `The context "${before.id}" belongs to the skill "${skill}", which waits.`;
    throw new CapstanError("STATE_CONFLICT", message, { details: { field: "context_id" } });
  }
  if (!isRepeated && !call.inTurn) requireToken(gate, before, call.resumeToken);
  const given = facts.filter(({ bucket }) => bucket === INPUTS);
  return {
    contextId,
    before,
    turn: before.turn + 1,
    facts,
    given: Object.fromEntries(given.map(({ key, value }) => [key, value])),
  };
}

/** What a context knows of the skill that runs in it. */
export function runOf({ detail }: Pick<Context, "detail">): {
  readonly skill?: string;
  readonly bundle?: string;
} {
  const { skill, bundle } = isJsonObject(detail) ? detail : {};
  return {
    ...(typeof skill === "string" && { skill }),
    ...(typeof bundle === "string" && { bundle }),
  };
}

/** What a run that goes on has used of its budget for advice. */
export function advisedOf(memory: Pick<Memory, "before" | "turn"> | null): Advised {
  const { before, turn = 1 } = memory ?? {};
  const detail = turn > 1 && before && isJsonObject(before.detail) ? before.detail : {};
  const { questions, tokens } = isJsonObject(detail.advised) ? detail.advised : {};
  return { questions: Number(questions ?? 0), tokens: Number(tokens ?? 0) };
}

export function contextToken(
  { keyring }: Pick<Gate, "keyring">,
  { id, version, turn }: Pick<Context, "id" | "version" | "turn">,
): string {
  return resumeTokenOf(keyring, id, version, turn);
}

export function contextNotFound(id: string): CapstanError {
  return new CapstanError("CONTEXT_NOT_FOUND", `No context "${id}".`);
}

/** To anybody else it does not exist. */
function requireOwn(context: Context, { actor, sessionId }: Call): void {
  const isOwn =
    context.actor === null ? context.sessionId === sessionId : context.actor === actor.name;
  if (!isOwn) throw contextNotFound(context.id);
}

function requireToken(gate: Reads, context: Context, given: string | null | undefined): void {
  if (given === contextToken(gate, context)) return;
  const message = given
    ? "The context has moved on since this resume token. Please refresh."
    : `The context "${context.id}" waits: its newest resume token is needed.`;
  throw new CapstanError("STATE_CONFLICT", message, { details: { field: "resume_token" } });
}

/** Facts as code reads them. */
export function factsByBucket(facts: readonly Fact[]): JsonObject {
  const buckets = new Map<string, Map<string, Fact["value"]>>();
  for (const { bucket, key, value } of facts) {
    const known = buckets.get(bucket) ?? new Map();
    buckets.set(bucket, known.set(key, value));
  }
  return Object.fromEntries([...buckets].map(([bucket, of]) => [bucket, Object.fromEntries(of)]));
}
