import type { Engine } from "../../../engine/engine.ts";
import { systemAudit } from "../../../gate/audit/system-audit.ts";
import { BUNDLES } from "../bundles.ts";
import { findFolder } from "./check-folder.ts";
import type { FolderReport, FolderTestOptions, TestedCall } from "./folder-tester.ts";

const MAX_CALLS = 1_000;

/** Tests the capability in a folder, of whatever kind it is. It is not taken in. */
export async function testFolder(
  engine: Engine,
  wanted: string,
  options: Omit<FolderTestOptions, "onCall">,
): Promise<FolderReport> {
  const calls: TestedCall[] = [];
  const onCall = (call: TestedCall) => {
    if (calls.length < MAX_CALLS) calls.push(call);
  };
  const found = await findFolder(engine, wanted);
  const { kind, path, read } = found;
  const { test } = engine.of(BUNDLES).shelf.kinds.of(kind);
  const { name, items } = await test(engine, found, { ...options, onCall });
  const ok = items.every(({ state }) => state !== "failed");
  const { gate } = engine;
  // Its sessions are erased, and with them what their calls said.
  const results = items.map((item) => ({ name: item.name, state: item.state }));
  const data = { kind, name, path, digest: read.bundle.digest, ok, results, calls };
  await gate.store.journal.commit("folder.test", [
    systemAudit(gate, "folder.tested", options.actor.id, data),
  ]);
  return { kind, name, ok, items };
}
