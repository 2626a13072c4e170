import { isJsonObject, type JsonObject, type JsonValue } from "../base/json.ts";
import type { Keyring } from "../base/keyring.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { LedgerEntry } from "../schema/ledger-entry.ts";

const SEALED = "$sealed";

/** X23: the exact inputs of a call are sealed for as long as they are kept. */
export function sealInvocation(invocation: Invocation, keyring: Pick<Keyring, "seal">): Invocation {
  const { id, inputs } = invocation;
  if (inputs === null) return invocation;
  return { ...invocation, inputs: { [SEALED]: keyring.seal(JSON.stringify(inputs), id) } };
}

/** A row from before inputs were sealed is read as it is. */
export function openInvocation(invocation: Invocation, keyring: Pick<Keyring, "open">): Invocation {
  const { id, inputs } = invocation;
  if (!isSealed(inputs)) return invocation;
  return { ...invocation, inputs: JSON.parse(keyring.open(inputs[SEALED], id)) };
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
