import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { Keyring } from "../../base/keyring.ts";
import type { Invocation } from "../../schema/invocation.ts";
import type { LedgerEntry } from "../../schema/ledger-entry.ts";

const SEALED = "$sealed";

/** X23: the exact inputs of a call, and what it was answered, are sealed for as long as they are kept. */
export function sealInvocation(invocation: Invocation, keyring: Pick<Keyring, "seal">): Invocation {
  return rewriteGiven(invocation, (given) =>
    given === null ? null : { [SEALED]: keyring.seal(JSON.stringify(given), invocation.id) },
  );
}

/** A row from before inputs were sealed is read as it is. */
export function openInvocation(invocation: Invocation, keyring: Pick<Keyring, "open">): Invocation {
  return rewriteGiven(invocation, (given) =>
    isSealed(given) ? JSON.parse(keyring.open(given[SEALED], invocation.id)) : given,
  );
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

export function openLedgerEntry(entry: LedgerEntry, keyring: Pick<Keyring, "open">): LedgerEntry {
  const { invocation } = entry;
  return invocation ? { ...entry, invocation: openInvocation(invocation, keyring) } : entry;
}

function isSealed(inputs: JsonValue): inputs is JsonObject & { [SEALED]: string } {
  return (
    isJsonObject(inputs) && typeof inputs[SEALED] === "string" && Object.keys(inputs).length === 1
  );
}
