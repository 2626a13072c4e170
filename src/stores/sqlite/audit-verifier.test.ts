import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import type { AuditVerdict } from "../../ports/audit-reader.ts";
import { fixtureId, makeAuditEntry } from "../../testing/fixtures.ts";
import { temporaryDatabase } from "../../testing/temporary-database.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

/** Five records in the stream `b`, one in `a` and one in `c`; then someone edits the file. */
async function verifyAfter(
  prefix: string,
  tamper: (db: DatabaseSync) => void,
): Promise<AuditVerdict> {
  const file = temporaryDatabase();
  const store = openSqliteStore(file);
  const streams = ["a", "b", "b", "b", "b", "b", "c"].map((name) => prefix + name);
  await store.journal.commit(
    "test.audit",
    streams.map((stream, n) => ({
      type: "audit.add",
      entry: makeAuditEntry({ id: fixtureId("aud", n), stream, data: { n } }),
    })),
  );
  const intruder = new DatabaseSync(file);
  tamper(intruder);
  intruder.close();
  const verdict = await store.audit.verify();
  await store.close();
  return verdict;
}

const run = (sql: string) => (db: DatabaseSync) => db.exec(sql);

// Sessions' streams are read by their index, all others in one walk.
describe.each(["session_", "actor:"])("audit verification of streams %s…", (prefix) => {
  const STREAM = `${prefix}b`;
  const third = `where stream = '${STREAM}' and sequence = 3`;
  const hashOf = (db: DatabaseSync, sequence: number) =>
    db.prepare("select hash from audit where stream = ? and sequence = ?").get(STREAM, sequence)
      ?.hash ?? null;

  test("C5: finds nothing wrong with an untouched log", async () => {
    expect(await verifyAfter(prefix, () => {})).toEqual({ ok: true, streams: 3, records: 7 });
  });

  test.each<{ what: string; tamper: (db: DatabaseSync) => void; at: number; reason: RegExp }>([
    {
      what: "an edited body",
      tamper: run(`update audit set body = json_set(body, '$.data.n', 99) ${third}`),
      at: 3,
      reason: /does not follow/,
    },
    {
      what: "a deleted record",
      tamper: run(`delete from audit ${third}`),
      at: 3,
      reason: /missing/,
    },
    {
      what: "a deleted first record",
      tamper: run(`delete from audit where stream = '${STREAM}' and sequence = 1`),
      at: 1,
      reason: /missing/,
    },
    {
      what: "a gap closed by renumbering",
      tamper: run(`
        delete from audit ${third};
        update audit set sequence = 3 where stream = '${STREAM}' and sequence = 4;
        update audit set sequence = 4 where stream = '${STREAM}' and sequence = 5;`),
      at: 3,
      reason: /does not follow/,
    },
    {
      what: "two records in each other's place",
      tamper: run(`
        update audit set sequence = -3 ${third};
        update audit set sequence = 3 where stream = '${STREAM}' and sequence = 4;
        update audit set sequence = 4 where stream = '${STREAM}' and sequence = -3;`),
      at: 3,
      reason: /does not follow|missing/,
    },
    {
      what: "a tail cut off",
      tamper: run(`delete from audit where stream = '${STREAM}' and sequence > 3`),
      at: 4,
      reason: /missing/,
    },
    {
      what: "a tail cut off, and the head's count set back",
      tamper: run(`
        delete from audit where stream = '${STREAM}' and sequence > 3;
        update heads set records = 3 where stream = '${STREAM}';`),
      at: 3,
      reason: /stream's head holds/,
    },
    {
      what: "a whole stream deleted",
      tamper: run(`delete from audit where stream = '${STREAM}'`),
      at: 1,
      reason: /missing/,
    },
    {
      what: "an edited hash",
      tamper: run(`update audit set hash = '${"0".repeat(64)}' ${third}`),
      at: 3,
      reason: /does not follow/,
    },
    {
      what: "a head that was deleted",
      tamper: run(`delete from heads where stream = '${STREAM}'`),
      at: 5,
      reason: /lost its head/,
    },
    {
      what: "a head set back",
      tamper: (db) =>
        db
          .prepare("update heads set records = 4, hash = ? where stream = ?")
          .run(hashOf(db, 4), STREAM),
      at: 5,
      reason: /not counted/,
    },
    {
      what: "a forged record before the first",
      tamper: run(`insert into audit (stream, sequence, body, hash)
        select stream, 0, body, hash from audit ${third}`),
      at: 0,
      reason: /no place/,
    },
  ])("C5: finds $what", async ({ tamper, at, reason }) => {
    const verdict = await verifyAfter(prefix, tamper);
    expect(verdict).toMatchObject({
      ok: false,
      streams: 3,
      firstBad: { stream: STREAM, sequence: at, reason: expect.stringMatching(reason) },
    });
  });

  test("C5: names the first of several, and counts what is there", async () => {
    const verdict = await verifyAfter(
      prefix,
      run(
        `update audit set hash = 'x' where stream in ('${prefix}b', '${prefix}c'); delete from audit ${third};`,
      ),
    );
    expect(verdict).toMatchObject({ records: 6, firstBad: { stream: STREAM, sequence: 1 } });
  });

  test("C5: what lists filter by is read from the body, and cannot be edited", async () => {
    const edit = run(`update audit set actor = 'someone else' ${third}`);
    await expect(verifyAfter(prefix, edit)).rejects.toThrow("generated column");
  });
});
