import { CapstanError } from "../base/errors.ts";
import type { Gate } from "../gate/gate.ts";

const NOTE = "master-key.check";

/**
 * What is sealed opens only under the key that sealed it. A process with another one would fail in
 * the middle of somebody's call: it does not start instead.
 */
export async function checkMasterKey({ store, keyring }: Gate): Promise<void> {
  const mine = keyring.sign("check", "capstan");
  const theirs = await store.system.note(NOTE);
  if (theirs === mine) return;
  if (theirs !== undefined) {
    const message =
      "This database was used with another master key. Give every process the same: CAPSTAN_MASTER_KEY, or the file master-key of the home.";
    throw new CapstanError("SETTINGS_INVALID", message);
  }
  await store.journal.commit("master-key.note", [{ type: "note.put", name: NOTE, value: mine }]);
}
