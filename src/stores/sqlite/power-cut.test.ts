import { copyFileSync, fdatasyncSync } from "node:fs";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/runs.ts";
import { makeAuditEntry } from "../../testing/fixtures.ts";
import { temporaryDatabase } from "../../testing/temporary-database.ts";
import { openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { createSqliteStore, openSqliteStore } from "./open-sqlite-store.ts";
import { createWriteLog } from "./write-log.ts";

/** A store, and what a cut of the power would leave of it now: the files as they were last synced. */
function openOnDisk() {
  const [file, left] = [temporaryDatabase(), temporaryDatabase()];
  const db = openDatabase(file);
  migrate(db, MIGRATIONS);
  // Otherwise the log is never moved into the file, and never begun anew.
  db.exec("pragma wal_autocheckpoint = 40");
  const keep = () => {
    copyFileSync(file, left);
    copyFileSync(`${file}-wal`, `${left}-wal`);
  };
  keep();
  const log = createWriteLog(db, `${file}-wal`, (handle) => {
    fdatasyncSync(handle);
    keep();
  });
  return { store: createSqliteStore(db, log), left };
}

const commits = fc.record({ later: fc.boolean(), records: fc.integer({ min: 1, max: 3 }) });
/** In each moment, some at once. */
const moments = fc.array(fc.array(commits, { minLength: 1, maxLength: 6 }), { maxLength: 60 });

test("what someone was told survives a cut of the power, and the rest is whole or gone", async () => {
  await fc.assert(
    fc.asyncProperty(moments, async (all) => {
      const { store, left } = openOnDisk();
      const told = new Set<string>();
      let names = 0;
      for (const moment of all) {
        await Promise.all(
          moment.map(async ({ later, records }) => {
            const name = `note ${names++}`;
            const record = { type: "audit.add", entry: makeAuditEntry() } as const;
            await store.journal.commit(
              "test.note",
              [{ type: "note.put", name, value: "x" }, ...new Array(records).fill(record)],
              later ? "later" : "now",
            );
            if (!later) told.add(name);
          }),
        );
      }
      if (names % 2 === 0) {
        await store.journal.flush();
        for (let name = 0; name < names; name++) told.add(`note ${name}`);
      }
      const after = openSqliteStore(left);
      for (const name of told) expect(await after.system.note(name), name).toBe("x");
      expect(await after.audit.verify(() => true)).toMatchObject({ ok: true });
      await after.close();
      await store.close();
    }),
    runs(8, 25),
  );
});
