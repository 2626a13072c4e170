import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { emptySchema } from "../../../rig/shared-postgres.ts";
import { makeAuditEntry } from "../../testing/fixtures.ts";
import { isSigned, seal } from "../../testing/store-contract/test-sealer.ts";
import { appendLogs } from "./append-logs.ts";
import { composeStep } from "./compose-step.ts";
import { openDatabase } from "./database.ts";
import { openPostgresStore } from "./open-postgres-store.ts";

test("C5: a record that is committed late, at an early position, waits for the next checkpoint", async () => {
  const url = await emptySchema();
  const [store, db] = [await openPostgresStore(url), openDatabase(url)];
  const entry = makeAuditEntry({ stream: "late" });
  const [append] = composeStep([], appendLogs([{ type: "audit.add", entry }]).parts);

  const sealing = await db.use(async ({ exec, all }) => {
    await exec("begin");
    await all(append?.text ?? "", ...(append?.values ?? []));
    await store.journal.commit("test.other", [{ type: "audit.add", entry: makeAuditEntry() }]);
    const sealed = seal(store);
    await setTimeout(100);
    await exec("commit");
    return { sealed };
  });
  await sealing.sealed;

  const unsealed = await store.audit.unsealedHeads();
  expect(unsealed.map(({ stream }) => stream)).toEqual(["late"]);
  await seal(store);
  expect(await store.audit.unsealedHeads()).toEqual([]);
  expect(await store.audit.verify(isSigned)).toMatchObject({ ok: true, checkpoints: 2 });
  await Promise.all([store.close(), db.close()]);
});
