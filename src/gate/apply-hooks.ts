import { after } from "../base/deadlines.ts";
import { CapstanError } from "../base/errors.ts";
import { copyJson, isJsonObject, type JsonObject, readJson } from "../base/json.ts";
import type { Approval } from "../schema/approval.ts";
import type { Attempt, Call } from "./call.ts";
import type { CatalogEntry } from "./catalog/catalog-entry.ts";
import type { CapabilityHooks, HookAnswer, HookedCall } from "./hooks.ts";
import { validateInput } from "./inputs/validate-input.ts";

export type Veto = { readonly capabilityId: string; readonly reason: string };

type Shaped = {
  readonly inputs: JsonObject;
  readonly rewritten: Approval["rewritten"] | null;
  readonly veto: Veto | null;
};

const DEADLINE_MS = 5_000;

/** Asks each hook once, in the order of the agent's capabilities; a veto ends it (A119). */
export async function applyHooks(
  hooks: readonly CapabilityHooks[],
  call: Call,
  entry: CatalogEntry,
  given: JsonObject,
): Promise<Shaped> {
  const { tool } = entry;
  let inputs = given;
  const by: string[] = [];
  for (const { capabilityId, hooks: own } of hooks) {
    if (!own.beforeCall) continue;
    const { sessionId, actor } = call;
    // A copy: what a hook does to it, now or later, is no answer.
    const seen: HookedCall = { tool, inputs: copyJson(inputs), sessionId, actor: actor.id };
    const answer = await answerOf(async () => read(await own.beforeCall?.(seen)), capabilityId);
    if (!answer) continue;
    const reason = "veto" in answer ? answer.veto : problemOf(entry, answer.inputs, capabilityId);
    if (reason !== undefined) return { inputs, ...rewritten(), veto: { capabilityId, reason } };
    if ("inputs" in answer) {
      inputs = validateInput(entry, answer.inputs);
      by.push(capabilityId);
    }
  }
  return { inputs, ...rewritten(), veto: null };

  function rewritten(): Pick<Shaped, "rewritten"> {
    return { rewritten: by.length > 0 ? { by, inputs: given } : null };
  }
}

/** What it says, once: what it keeps of its answer is not what runs. */
function read(answer: HookAnswer | undefined): HookAnswer | undefined {
  if (!answer) return undefined;
  if ("veto" in answer) return { veto: String(answer.veto) };
  const inputs = readJson(answer.inputs);
  if (isJsonObject(inputs)) return { inputs };
  throw new CapstanError("INPUT_INVALID", "It gave an input that is no object.");
}

/** A guard that fails guards nothing: the call is refused. */
async function answerOf(
  ask: () => Promise<HookAnswer | undefined>,
  capabilityId: string,
): Promise<HookAnswer | undefined> {
  const late = `"${capabilityId}" did not say within ${DEADLINE_MS / 1_000} s whether this may run.`;
  try {
    return await inTime(ask(), { veto: late });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { veto: `"${capabilityId}" failed while it looked at this call: ${reason}` };
  }
}

/** What a hook comes to, or this, when its time is up. */
function inTime<T>(work: Promise<T>, late: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const callOff = after(DEADLINE_MS, () => resolve(late));
    work.finally(callOff).then(resolve, reject);
  });
}

function problemOf(
  entry: CatalogEntry,
  inputs: JsonObject,
  capabilityId: string,
): string | undefined {
  try {
    validateInput(entry, inputs);
    return undefined;
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error;
    return `"${capabilityId}" changed the input to one that does not fit. ${error.message}`;
  }
}

/** Tells the hooks what became of a call; none of them can change it, or hold it up for long. */
export async function tellHooks(
  { hooks, tool, inputs, invocation }: Attempt,
  outcome: Parameters<NonNullable<CapabilityHooks["hooks"]["afterCall"]>>[1],
  report: (error: unknown) => void,
): Promise<void> {
  const { sessionId, actor } = invocation;
  for (const { hooks: own } of hooks) {
    if (!own.afterCall) continue;
    try {
      const told: HookedCall = { tool, inputs: copyJson(inputs), sessionId, actor };
      await inTime(Promise.resolve(own.afterCall(told, structuredClone(outcome))), undefined);
    } catch (error) {
      report(error);
    }
  }
}
