import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { fixtureId, makeAuditEntry } from "../../testing/fixtures.ts";
import { isSigned, seal } from "../../testing/store-contract/test-sealer.ts";
import { temporaryDatabase } from "../../testing/temporary-database.ts";
import type { AuditVerification } from "../readers/audit-reader.ts";
import type { Store } from "../store.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

type Tamper = (db: DatabaseSync) => void;

/** Five records in the stream `b`, one in `a` and one in `c`; then someone edits the file. */
async function verifyAfter(
  prefix: string,
  tamper: Tamper,
  prepare: (store: Store) => Promise<unknown> = seal,
): Promise<AuditVerification> {
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
  await prepare(store);
  const intruder = new DatabaseSync(file);
  tamper(intruder);
  intruder.close();
  const verification = await store.audit.verify(isSigned);
  await store.close();
  return verification;
}

const run = (sql: string) => (db: DatabaseSync) => db.exec(sql);

// Sessions' streams are read by their index, all others in one walk.
describe.each(["session_", "actor:"])("audit verification of streams %s…", (prefix) => {
  const STREAM = `${prefix}b`;
  const third = `where stream = '${STREAM}' and sequence = 3`;

  test("C5: finds nothing wrong with an untouched log", async () => {
    expect(await verifyAfter(prefix, () => {})).toEqual({
      ok: true,
      streams: 3,
      records: 7,
      checkpoints: 1,
    });
  });

  test.each<{ what: string; tamper: Tamper; at: number; reason: RegExp }>([
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
      what: "a forged record before the first",
      tamper: run(`insert into audit (stream, sequence, body, hash)
        select stream, 0, body, hash from audit ${third}`),
      at: 0,
      reason: /no place/,
    },
  ])("C5: finds $what", async ({ tamper, at, reason }) => {
    const verification = await verifyAfter(prefix, tamper);
    expect(verification).toMatchObject({
      ok: false,
      streams: 3,
      firstBad: { stream: STREAM, sequence: at, reason: expect.stringMatching(reason) },
    });
  });

  test("C5: names the first of several, and counts what is there", async () => {
    const verification = await verifyAfter(
      prefix,
      run(
        `update audit set hash = 'x' where stream in ('${prefix}b', '${prefix}c'); delete from audit ${third};`,
      ),
    );
    expect(verification).toMatchObject({ records: 6, firstBad: { stream: STREAM, sequence: 1 } });
  });

  test("C5: what lists filter by is read from the body, and cannot be edited", async () => {
    const edit = run(`update audit set actor = 'someone else' ${third}`);
    await expect(verifyAfter(prefix, edit)).rejects.toThrow("no such column");
  });
});

/** What the head of the stream `b` says, after this. */
const setHead = (stream: string, records: number, sequence = records) =>
  run(`update heads set records = ${records},
         hash = (select hash from audit where stream = '${stream}' and sequence = ${sequence})
       where stream = '${stream}'`);

describe("audit verification of a session's head", () => {
  const STREAM = "session_b";

  test("C5: finds a tail cut off, and the head's count set back", async () => {
    const verification = await verifyAfter("session_", (db) => {
      run(`update heads set records = 3 where stream = '${STREAM}'`)(db);
      run(`delete from audit where stream = '${STREAM}' and sequence > 3`)(db);
    });
    const reason = expect.stringMatching(/stream's head holds/);
    expect(verification.firstBad).toEqual({ stream: STREAM, sequence: 3, reason });
  });

  test("C5: finds a head set back", async () => {
    const { firstBad } = await verifyAfter("session_", setHead(STREAM, 4));
    const reason = expect.stringMatching(/not counted/);
    expect(firstBad).toEqual({ stream: STREAM, sequence: 5, reason });
  });

  test("C5: finds a tail cut off with its head, because a checkpoint signed it", async () => {
    const { firstBad } = await verifyAfter("session_", (db) => {
      setHead(STREAM, 3)(db);
      run(`delete from audit where stream = '${STREAM}' and sequence > 3`)(db);
    });
    const reason = expect.stringMatching(/missing: a checkpoint/);
    expect(firstBad).toEqual({ stream: STREAM, sequence: 4, reason });
  });
});

describe("audit verification of an actor's head", () => {
  const STREAM = "actor:b";
  const cut = run(`delete from audit where stream = '${STREAM}' and sequence > 3`);

  test.each<{ what: string; tamper: Tamper }>([
    { what: "set back", tamper: setHead(STREAM, 4) },
    { what: "with another count", tamper: run(`update heads set records = 6`) },
    { what: "with another hash", tamper: setHead(STREAM, 5, 4) },
  ])("C5: finds a head $what", async ({ tamper }) => {
    const { firstBad } = await verifyAfter("actor:", tamper);
    expect(firstBad?.reason).toMatch(/signed last/);
  });

  test("C5: finds a tail cut off with its head and the checkpoint that signed it", async () => {
    const { firstBad } = await verifyAfter("actor:", (db) => {
      cut(db);
      run("delete from checkpoints; delete from checkpoint_heads")(db);
    });
    const reason = "The record is missing.";
    expect(firstBad).toEqual({ stream: STREAM, sequence: 4, reason });
  });

  test("A110: the process that wrote them misses records cut off before they were sealed", async () => {
    const unsealed = async () => {};
    const reason = "The record is missing.";
    const { firstBad } = await verifyAfter("actor:", cut, unsealed);
    expect(firstBad).toEqual({ stream: STREAM, sequence: 4, reason });
    const all = run(`delete from audit where stream = '${STREAM}'`);
    expect((await verifyAfter("actor:", all, unsealed)).firstBad?.sequence).toBe(1);
  });
});
