import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { Keyring } from "../../base/keyring.ts";
import type { Approval } from "../../schema/approval.ts";
import type { Context } from "../../schema/context.ts";
import type { Invocation } from "../../schema/invocation.ts";
import type { LedgerEntry } from "../../schema/ledger-entry.ts";

const SEALED = "$sealed";

/** X23: the exact inputs of a call, and what it was answered, are sealed for as long as they are kept. */
export function sealInvocation(invocation: Invocation, keyring: Pick<Keyring, "seal">): Invocation {
  return rewriteGiven(invocation, (given) => seal(given, invocation.id, keyring));
}

/** A row from before inputs were sealed is read as it is. */
export function openInvocation(invocation: Invocation, keyring: Pick<Keyring, "open">): Invocation {
  return rewriteGiven(invocation, (given) => open(given, invocation.id, keyring));
}

/** What people and models gave it. */
function rewriteGiven(
  invocation: Invocation,
  rewrite: (given: JsonValue) => JsonValue,
): Invocation {
  const { inputs, question } = invocation;
  const next = rewrite(inputs as JsonValue);
  const changed = next === inputs ? invocation : { ...invocation, inputs: next };
  if (!question) return changed;
  return { ...changed, question: { ...question, answer: rewrite(question.answer as JsonValue) } };
}

/** The copy of a call's inputs that a person is shown, and what a dry run with them said. */
export function sealApproval(approval: Approval, keyring: Pick<Keyring, "seal">): Approval {
  return rewriteShown(approval, (shown) => seal(shown, approval.id, keyring));
}

export function openApproval(approval: Approval, keyring: Pick<Keyring, "open">): Approval {
  return rewriteShown(approval, (shown) => open(shown, approval.id, keyring));
}

function rewriteShown(approval: Approval, rewrite: (shown: JsonValue) => JsonValue): Approval {
  const { inputs, preview, rewritten, edited } = approval;
  return {
    ...approval,
    inputs: rewrite(inputs),
    ...(preview !== undefined && { preview: rewrite(preview) }),
    ...(rewritten && { rewritten: { ...rewritten, inputs: rewrite(rewritten.inputs) } }),
    ...(edited && { edited: { ...edited, inputs: rewrite(edited.inputs) } }),
  };
}

/** What a run answered at its end, where its context keeps that. */
export function endOutputs({ detail }: Context): JsonValue | undefined {
  const outcome = isJsonObject(detail) ? detail.outcome : undefined;
  return isJsonObject(outcome) ? outcome.outputs : undefined;
}

export function sealEnd(
  context: Context,
  outputs: JsonValue,
  keyring: Pick<Keyring, "seal">,
): Context {
  return rewriteEnd(context, () => seal(outputs, context.id, keyring));
}

export function openEnd(context: Context, keyring: Pick<Keyring, "open">): Context {
  return rewriteEnd(context, (outputs) => open(outputs, context.id, keyring));
}

function rewriteEnd(context: Context, rewrite: (outputs: JsonValue) => JsonValue): Context {
  const outputs = endOutputs(context);
  if (outputs === undefined) return context;
  const detail = context.detail as JsonObject & { readonly outcome: JsonObject };
  const outcome = { ...detail.outcome, outputs: rewrite(outputs) };
  return { ...context, detail: { ...detail, outcome } };
}

export function openLedgerEntry(entry: LedgerEntry, keyring: Pick<Keyring, "open">): LedgerEntry {
  const { invocation } = entry;
  return invocation ? { ...entry, invocation: openInvocation(invocation, keyring) } : entry;
}

function seal(given: JsonValue, about: string, keyring: Pick<Keyring, "seal">): JsonValue {
  return given === null ? null : { [SEALED]: keyring.seal(JSON.stringify(given), about) };
}

function open(given: JsonValue, about: string, keyring: Pick<Keyring, "open">): JsonValue {
  return isSealed(given) ? JSON.parse(keyring.open(given[SEALED], about)) : given;
}

function isSealed(inputs: JsonValue): inputs is JsonObject & { [SEALED]: string } {
  return (
    isJsonObject(inputs) && typeof inputs[SEALED] === "string" && Object.keys(inputs).length === 1
  );
}
