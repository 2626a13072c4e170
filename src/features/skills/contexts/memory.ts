import { timestamp } from "../../../base/clock.ts";
import { CapstanError } from "../../../base/errors.ts";
import { isJsonObject, type JsonObject } from "../../../base/json.ts";
import type { Call } from "../../../gate/call.ts";
import type { CatalogEntry } from "../../../gate/catalog/catalog-entry.ts";
import type { Advised } from "../../../gate/executor.ts";
import type { Gate } from "../../../gate/gate.ts";
import { resumeTokenOf } from "../../../gate/resume-token.ts";
import type { Context, Fact } from "../../../schema/context.ts";
import { DELEGATED, type Delegation, isOpen } from "../../../schema/delegation.ts";
import type { Invocation } from "../../../schema/invocation.ts";
import { isResumable } from "../../../schema/task-state.ts";
import { messagesOf } from "./delegations.ts";

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
  /** What opened the run, where another skill handed over to it. */
  readonly under: Delegation | null;
  /** What the run handed over, and has not heard the end of. */
  readonly handed: Delegation | null;
};

type Reads = Pick<Gate, "store" | "clock" | "keyring">;

/**
 * The memory of the run that a call is the next turn of. A call that a person approved, or a turn of a
 * session, goes on without a token.
 */
export async function openMemory(
  gate: Reads,
  call: Call,
  entry: CatalogEntry,
  /** Of a call that was made before. */
  earlier: Invocation | undefined,
): Promise<Memory> {
  const memory = await readMemory(gate, call, entry, earlier !== undefined);
  const own = earlier?.id ?? call.inTurn?.invocationId;
  if (memory.contextId !== null && !call.dryRun) await requireFree(gate, memory.contextId, own);
  return memory;
}

async function readMemory(
  gate: Reads,
  call: Call,
  { tool }: CatalogEntry,
  isRepeated: boolean,
): Promise<Memory> {
  const contextId = call.contextId ?? (call.inTurn ? `${call.sessionId}:${tool.sourceId}` : null);
  const before = contextId === null ? undefined : await gate.store.contexts.get(contextId);
  const under = await openedBy(gate, contextId, call, before === undefined);
  const fresh = { contextId, before: null, turn: 1, facts: [], given: {}, under, handed: null };
  if (!before) return fresh;
  requireOwn(before, call);
  const facts = await gate.store.contexts.facts(before.id, timestamp(gate.clock.now()));
  if (!isResumable(before.state)) return { ...fresh, before, facts };
  const { skill } = runOf(before);
  if (skill !== undefined && skill !== tool.sourceId) {
    const message = `The context "${before.id}" belongs to the skill "${skill}", which waits.`;
    throw new CapstanError("STATE_CONFLICT", message, { details: { field: "context_id" } });
  }
  const handed = await handedOver(gate, before);
  const isDelivery = handed?.state === "answered" && call.messageId === messagesOf(handed).back;
  if (!isRepeated && !call.inTurn && !isDelivery) requireToken(gate, before, call.resumeToken);
  if (handed) requireTurn(handed, before, isDelivery || isRepeated);
  const given = facts.filter(({ bucket }) => bucket === INPUTS);
  return {
    contextId,
    before,
    // Who only passes an answer on takes no turn.
    turn: handed?.state === "asked" ? before.turn : before.turn + 1,
    facts,
    under,
    handed,
    given: Object.fromEntries(given.map(({ key, value }) => [key, value])),
  };
}

/** What a context knows of the skill that runs in it. */
export function runOf({ detail }: Pick<Context, "detail">): {
  readonly skill?: string;
  readonly bundle?: string;
  readonly delegation?: string;
  /** The call that was its last turn. */
  readonly invocation?: string;
} {
  const { skill, bundle, delegation, invocation } = isJsonObject(detail) ? detail : {};
  return {
    ...(typeof invocation === "string" && { invocation }),
    ...(typeof delegation === "string" && { delegation }),
    ...(typeof skill === "string" && { skill }),
    ...(typeof bundle === "string" && { bundle }),
  };
}

/** What a run that goes on has used of its budget for advice. */
export function advisedOf({ before, turn }: Pick<Memory, "before" | "turn">): Advised {
  const detail = turn > 1 && before && isJsonObject(before.detail) ? before.detail : {};
  const { questions, tokens, fixes } = isJsonObject(detail.advised) ? detail.advised : {};
  return {
    questions: Number(questions ?? 0),
    tokens: Number(tokens ?? 0),
    fixes: Number(fixes ?? 0),
  };
}

async function openedBy(
  { store }: Reads,
  contextId: string | null,
  { actor, messageId }: Call,
  isNew: boolean,
): Promise<Delegation | null> {
  if (!contextId?.startsWith(DELEGATED)) return null;
  const under = (await store.delegations.get(contextId)) ?? null;
  // Nobody but the router opens one.
  const isOpened = under?.actor === actor.id && messagesOf(under).next === messageId;
  if (isNew && !isOpened) throw contextNotFound(contextId);
  return under;
}

async function handedOver({ store }: Reads, context: Context): Promise<Delegation | null> {
  const id = runOf(context).delegation;
  const row = id === undefined ? undefined : await store.delegations.get(id);
  return row && isOpen(row) ? row : null;
}

/** What it handed over comes back by itself; only what that one asks can be answered meanwhile. */
function requireTurn(handed: Delegation, { id, inputRequest }: Context, isBack: boolean): void {
  const mayAnswer = handed.state === "asked" && inputRequest?.kind === "fields";
  if (mayAnswer || (handed.state === "answered" && isBack)) return;
  const message = `The context "${id}" has handed over to "${handed.target}", and goes on when that has ended.`;
  throw new CapstanError("CONTEXT_WAITS", message, { details: { child_context: handed.id } });
}

/** A run has one turn at a time: two that began at once would both have their effects (S53). */
export async function requireFree(
  { store }: Reads,
  contextId: string,
  own: string | undefined,
): Promise<void> {
  const turn = await store.invocations.turnOf(contextId);
  if (!turn || turn.invocationId === own) return;
  const message =
    turn.status === "intended"
      ? `A turn of the context "${contextId}" runs now. Try again when it has ended.`
      : `A turn of the context "${contextId}" was cut short, and it is unknown whether it ran. Answer that first.`;
  throw new CapstanError("STATE_CONFLICT", message, {
    details: { field: "context_id", invocation_id: turn.invocationId },
  });
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
    context.actor === null ? context.sessionId === sessionId : context.actor === actor.id;
  if (!isOwn) throw contextNotFound(context.id);
}

export function requireToken(
  gate: Pick<Gate, "keyring">,
  context: Context,
  given: string | null | undefined,
): void {
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
