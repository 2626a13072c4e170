import { timestamp } from "../base/clock.ts";
import { digest } from "../base/digest.ts";
import type { JsonObject } from "../base/json.ts";
import type { Invocation, ParentCall } from "../schema/invocation.ts";
import type { Tool } from "../schema/tool.ts";
import { accessOf } from "./access/access-book.ts";
import { nameInputs } from "./access/named.ts";
import { joinAccess, openOnce } from "./access/open-once.ts";
import { applyHooks } from "./apply-hooks.ts";
import type { Attempt, Call, Parent } from "./call.ts";
import type { CallFeature } from "./call-feature.ts";
import type { Gate } from "./gate.ts";
import { validateInput } from "./inputs/validate-input.ts";
import type { Run } from "./run.ts";

/** What is known of a call that was made before. */
export type Earlier = Pick<Attempt, "invocation" | "approval" | "ledger">;

/**
 * The one way to an attempt: the tool and what its session says of it as they are now, and inputs
 * that fit. In memory only: what is never asked about or started leaves no half-made row.
 */
export async function openAttempt(gate: Gate, call: Call, earlier?: Earlier): Promise<Attempt> {
  const turn = turnOf(call, earlier);
  const { entry, config, hooks, held, isTainted, demands, files } = await gate.setupOf({
    ...call,
    turn,
  });
  const { tool } = entry;
  const run = entry.contract ? await openRun(gate, call, entry, earlier?.invocation) : null;
  const given = run ? run.inputs : validateInput(entry, call.inputs);
  // What hooks made of an earlier call is what was asked about: they are not asked again.
  const {
    inputs: wanted,
    rewritten,
    veto,
  } = earlier
    ? { inputs: given, rewritten: earlier.approval?.rewritten ?? null, veto: null }
    : await applyHooks(hooks, call, entry, given);
  const { inputs, named } = await nameInputs(gate.folders, entry, wanted);
  const once = openOnce(earlier?.approval ?? null, tool.capabilityId);
  const access = once.length === 0 ? held.access : joinAccess(held.access, accessOf(once));
  const { wanted: asked = [], reached = [] } =
    gate.executors.get(entry.execution.type)?.hostsOf?.({ ...entry, inputs, access, config }) ?? {};
  const { specFrozenAt } = call;
  return {
    ...entry,
    inputs,
    invocation: earlier
      ? { ...earlier.invocation, specFrozenAt, specFrozen: specFrozenAt !== null }
      : newInvocation(gate, call, tool, inputs, run),
    run,
    profile: call.profile,
    access,
    openings: once.length === 0 ? held.openings : [...held.openings, ...once],
    elsewhere: held.elsewhere,
    named: asked.length === 0 ? named : { ...named, hosts: union(named.hosts, asked) },
    hosts: union(named.hosts, asked, reached),
    config,
    hooks,
    rewritten,
    veto,
    tainted: isTainted(inputs),
    demands: demands(inputs),
    files,
    stored: earlier && !earlier.ledger?.invocation ? earlier.invocation.state : null,
    approval: earlier?.approval ?? null,
    ledger: earlier?.ledger ?? null,
    signal: call.signal,
    sample: call.sample,
    onProgress: call.onProgress,
    peer: call.peer,
    parent: call.parent,
  };
}

/** The first feature that knows a run of this call has it. */
async function openRun(
  { features }: Gate,
  ...asked: Parameters<NonNullable<CallFeature["openRun"]>>
): Promise<Run | null> {
  for (const feature of features) {
    const run = await feature.openRun?.(...asked);
    if (run) return run;
  }
  return null;
}

/** A call that was made before is repeated without its place in the turn, which its row has. */
function turnOf({ inTurn }: Call, earlier?: Earlier): number | null {
  if (!earlier) return inTurn?.turn ?? null;
  return earlier.invocation.position === null ? null : earlier.invocation.turn;
}

function newInvocation(
  gate: Gate,
  call: Call,
  tool: Tool,
  inputs: JsonObject,
  run: Run | null,
): Invocation {
  const id = call.inTurn?.invocationId ?? gate.newId("inv");
  return {
    id,
    toolId: tool.toolId,
    toolDigest: tool.digest,
    actor: call.actor.id,
    scopes: call.actor.scopes,
    sessionId: call.sessionId,
    contextId: run ? (run.contextId ?? id) : call.contextId,
    turn: call.inTurn?.turn ?? call.parent?.turn ?? 0,
    position: call.inTurn?.position ?? null,
    messageId: call.messageId,
    ...(call.parent && { parent: parentOf(call.parent) }),
    mode: call.mode,
    dryRun: call.dryRun || call.mode === "planning",
    specFrozen: call.specFrozenAt !== null,
    specFrozenAt: call.specFrozenAt,
    inputs,
    inputDigest: digest(inputs),
    givenDigest: call.messageId === null ? "" : digest(call.inputs),
    accessDigest: "",
    state: "pending",
    outcome: null,
    createdAt: timestamp(gate.clock.now()),
    endedAt: null,
  };
}

function parentOf({ id, toolId, tainted }: Parent): ParentCall {
  return { id, toolId, tainted };
}

/** Most calls have none, and share one list. */
function union(...lists: readonly (readonly string[])[]): readonly string[] {
  const all = new Set(lists.flat());
  return all.size === 0 ? NONE : [...all].sort();
}

const NONE: readonly string[] = [];
