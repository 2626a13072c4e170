import { describe, expect, test } from "vitest";
import { emptySchema } from "../../../rig/shared-postgres.ts";
import { fixtureId, makeAuditEntry } from "../../testing/fixtures.ts";
import { isSigned, seal } from "../../testing/store-contract/test-sealer.ts";
import type { AuditVerification } from "../readers/audit-reader.ts";
import type { Store } from "../store.ts";
import { openDatabase } from "./database.ts";
import { openPostgresStore } from "./open-postgres-store.ts";

/** Five records in the stream `b`, one in `a` and one in `c`; then someone edits the tables. */
async function verifyAfter(
  prefix: string,
  tampering: string,
  prepare: (store: Store) => Promise<unknown> = seal,
): Promise<AuditVerification> {
  const url = await emptySchema();
  const store = await openPostgresStore(url);
  const streams = ["a", "b", "b", "b", "b", "b", "c"].map((name) => prefix + name);
  await store.journal.commit(
    "test.audit",
    streams.map((stream, n) => ({
      type: "audit.add",
      entry: makeAuditEntry({ id: fixtureId("aud", n), stream, data: { n } }),
    })),
  );
  await prepare(store);
  const intruder = openDatabase(url);
  await intruder.use(({ exec }) => exec(tampering));
  await intruder.close();
  const verification = await store.audit.verify(isSigned);
  await store.close();
  return verification;
}

const unsealed = async () => {};

describe.each(["session_", "actor:"])("audit verification of streams %s…", (prefix) => {
  const STREAM = `${prefix}b`;
  const at = (sequence: number) => `where stream = '${STREAM}' and sequence = ${sequence}`;

  test("C5: finds nothing wrong with an untouched log", async () => {
    const counts = { ok: true, streams: 3, records: 7, checkpoints: 1 };
    expect(await verifyAfter(prefix, "select 1")).toEqual(counts);
  });

  test.each<{ what: string; tampering: string; at: number; reason: RegExp }>([
    {
      what: "an edited body",
      tampering: `update audit set body = replace(body, '"n":3', '"n":9') ${at(3)}`,
      at: 3,
      reason: /does not follow/,
    },
    {
      what: "a deleted record",
      tampering: `delete from audit ${at(3)}`,
      at: 3,
      reason: /missing/,
    },
    {
      what: "a deleted first record",
      tampering: `delete from audit ${at(1)}`,
      at: 1,
      reason: /missing/,
    },
    {
      what: "a gap closed by renumbering",
      tampering: `delete from audit ${at(3)};
        update audit set sequence = 3 ${at(4)}; update audit set sequence = 4 ${at(5)}`,
      at: 3,
      reason: /does not follow/,
    },
    {
      what: "a tail cut off",
      tampering: `delete from audit where stream = '${STREAM}' and sequence > 3`,
      at: 4,
      reason: /missing/,
    },
    {
      what: "a whole stream deleted",
      tampering: `delete from audit where stream = '${STREAM}'`,
      at: 1,
      reason: /missing/,
    },
    {
      what: "an edited hash",
      tampering: `update audit set hash = repeat('0', 64) ${at(3)}`,
      at: 3,
      reason: /does not follow/,
    },
    {
      what: "a head that was deleted",
      tampering: `delete from heads where stream = '${STREAM}'`,
      at: 5,
      reason: /lost its head/,
    },
    {
      what: "a head set back",
      tampering: `update heads set records = 4 where stream = '${STREAM}'`,
      at: 5,
      reason: /not counted/,
    },
    {
      what: "a head with another hash",
      tampering: `update heads set hash = 'x' where stream = '${STREAM}'`,
      at: 5,
      reason: /head holds/,
    },
    {
      what: "a forged record before the first",
      tampering: `insert into audit (stream, sequence, body, hash, ts)
        select stream, 0, body, hash, ts from audit ${at(3)}`,
      at: 0,
      reason: /no place/,
    },
    {
      what: "a column that says something else than the body",
      tampering: `update audit set tool_id = 'builtin:noop:noop' ${at(3)}`,
      at: 3,
      reason: /differ from its body/,
    },
  ])("C5: finds $what", async ({ tampering, at: sequence, reason }) => {
    const found = { stream: STREAM, sequence, reason: expect.stringMatching(reason) };
    expect(await verifyAfter(prefix, tampering)).toMatchObject({
      ok: false,
      streams: 3,
      firstBad: found,
    });
    expect((await verifyAfter(prefix, tampering, unsealed)).firstBad).toEqual(found);
  });

  test("C5: names the first of several, and counts what is there", async () => {
    const verification = await verifyAfter(
      prefix,
      `update audit set hash = 'x' where stream <> '${prefix}a'; delete from audit ${at(3)}`,
    );
    expect(verification).toMatchObject({ records: 6, firstBad: { stream: STREAM, sequence: 1 } });
  });

  test("C5: finds a tail cut off with its head, because a checkpoint signed it", async () => {
    const { firstBad } = await verifyAfter(
      prefix,
      `delete from audit where stream = '${STREAM}' and sequence > 3;
       update heads set records = 3, hash = (select hash from audit ${at(3)})
       where stream = '${STREAM}'`,
    );
    const reason = expect.stringMatching(/missing: a checkpoint/);
    expect(firstBad).toEqual({ stream: STREAM, sequence: 4, reason });
  });
});

describe("verification of checkpoints", () => {
  test.each<{ what: string; tampering: string; reason: RegExp }>([
    {
      what: "an edited checkpoint",
      tampering: "update checkpoints set body = body || ' '",
      reason: /not that of its text/,
    },
    {
      what: "a deleted checkpoint",
      tampering: "delete from checkpoints",
      reason: /checkpoint is missing/,
    },
    {
      what: "a head that it signed and that is gone",
      tampering: "delete from checkpoint_heads where stream = 'session_b'",
      reason: /other ends/,
    },
  ])("C5: finds $what", async ({ tampering, reason }) => {
    const { ok, firstBad } = await verifyAfter("session_", tampering);
    expect([ok, firstBad?.reason]).toEqual([false, expect.stringMatching(reason)]);
  });

  test("C5: finds a stream that a checkpoint left out", async () => {
    const sealOne = async (store: Store) => {
      const heads = await store.audit.unsealedHeads();
      await seal({
        ...store,
        audit: { ...store.audit, unsealedHeads: async () => heads.slice(1) },
      });
    };
    // The store itself counts only what was signed as covered.
    expect((await verifyAfter("session_", "select 1", sealOne)).ok).toBe(true);
    const widen = "update checkpoints set audit_position = (select max(position) from audit)";
    const { firstBad } = await verifyAfter("session_", widen, sealOne);
    expect(firstBad).toMatchObject({
      stream: "checkpoints",
      reason: 'It leaves out the stream "session_a".',
    });
  });
});
