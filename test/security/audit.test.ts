import { copyFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { chainLink, chainStart } from "../../src/base/audit/hash-chain.ts";
import { verifyExport } from "../../src/base/audit/verify-export.ts";
import { sha256 } from "../../src/base/digest.ts";
import { createKeyring, signedBy } from "../../src/base/keyring.ts";
import { sealAudit } from "../../src/gate/audit/audit-sealer.ts";
import type { Change } from "../../src/stores/journal.ts";
import type { AuditVerification } from "../../src/stores/readers/audit-reader.ts";
import { openDatabase } from "../../src/stores/sqlite/database.ts";
import { createHeads } from "../../src/stores/sqlite/heads.ts";
import { createSqliteStore, openSqliteStore } from "../../src/stores/sqlite/open-sqlite-store.ts";
import { createSqliteAuditReader } from "../../src/stores/sqlite/sqlite-audit-reader.ts";
import { createWriteLog } from "../../src/stores/sqlite/write-log.ts";
import type { Store } from "../../src/stores/store.ts";
import { makeAgent, makeAuditEntry, makeEvent } from "../../src/testing/fixtures.ts";
import { createManualClock } from "../../src/testing/manual-clock.ts";
import { temporaryDatabase } from "../../src/testing/temporary-database.ts";
import { openHarness } from "../harness.ts";
import { runs } from "../runs.ts";

const signer = createKeyring(new Uint8Array(32)).signer("audit");
const forger = createKeyring(new Uint8Array(32).fill(1)).signer("audit");
const isSigned = signedBy(signer.publicKey);

const STREAMS = ["session_1", "session_2", "actor:owner:2026-01-01", "system"] as const;

type Step = (typeof STREAMS)[number] | "seal" | "crash";

const steps = (...more: Step[]) =>
  fc.array(fc.constantFrom<Step>(...STREAMS, ...STREAMS, "seal", ...more), {
    minLength: 6,
    maxLength: 16,
  });

function open(file: string): Store {
  const store = openSqliteStore(file);
  onTestFinished(() => store.close());
  return store;
}

const record = (stream: string, data = {}): Change => ({
  type: "audit.add",
  entry: makeAuditEntry({ stream, data }),
});

const append = (store: Store, stream: string, data = {}) =>
  store.journal.commit("test.audit", [record(stream, data)]);

const seal = (store: Store) => sealAudit({ store, clock: createManualClock(), signer });

/** A log that went through these steps, sealed in the end. A crash leaves its store as it is. */
async function play(history: readonly Step[]): Promise<string> {
  const file = temporaryDatabase();
  let store = open(file);
  for (const [n, step] of history.entries()) {
    if (step === "seal") await seal(store);
    else if (step === "crash") store = open(file);
    else await append(store, step, { n });
  }
  await append(store, "system", { n: "last but one" });
  await append(store, "session_1", { n: "last" });
  await seal(store);
  await store.close();
  return file;
}

/** What a process that was not there says of a copy of the log, after someone edited it. */
async function verifyCopy(
  file: string,
  tamper: (db: DatabaseSync) => void,
): Promise<AuditVerification> {
  const copy = temporaryDatabase();
  copyFileSync(file, copy);
  const intruder = new DatabaseSync(copy);
  // An intruder does not stop at a constraint.
  intruder.exec("pragma synchronous = off; drop index audit_of_sessions");
  tamper(intruder);
  intruder.close();
  const db = openDatabase(copy);
  const verification = await createSqliteAuditReader(db, createHeads(db)).verify(isSigned);
  db.close();
  return verification;
}

type Row = { rowid: number; stream: string; sequence: number; body: string; hash: string };

const rowsOf = (db: DatabaseSync, where = "true") =>
  db
    .prepare(`select rowid, stream, sequence, body, hash from audit where ${where} order by rowid`)
    .all() as Row[];

/** One row of a table, whichever `at` falls on. */
function pick(db: DatabaseSync, table: string, at: number): Record<string, string | number> {
  const rows = db.prepare(`select * from ${table}`).all() as Record<string, string | number>[];
  return rows[at % rows.length] ?? {};
}

const TAMPERS: Record<string, (db: DatabaseSync, row: Row, other: Row) => void> = {
  "a changed body": (db, row) =>
    db
      .prepare("update audit set body = json_set(body, '$.actor', 'mallory') where rowid = ?")
      .run(row.rowid),
  "a changed hash": (db, row) =>
    db.prepare("update audit set hash = ? where rowid = ?").run(sha256(row.hash), row.rowid),
  "a changed sequence": (db, row) =>
    db.prepare("update audit set sequence = sequence + 1 where rowid = ?").run(row.rowid),
  "a record in another stream": (db, row) =>
    db.prepare("update audit set stream = 'actor:mallory' where rowid = ?").run(row.rowid),
  "a deleted record": (db, row) => db.prepare("delete from audit where rowid = ?").run(row.rowid),
  "a cut tail": (db, row) =>
    db
      .prepare("delete from audit where stream = ? and sequence >= ?")
      .run(row.stream, row.sequence),
  "a deleted stream": (db, row) => {
    db.prepare("delete from audit where stream = ?").run(row.stream);
    db.prepare("delete from heads where stream = ?").run(row.stream);
  },
  "a record twice": (db, row) =>
    db
      .prepare("insert into audit (stream, sequence, body, hash) values (?, ?, ?, ?)")
      .run(row.stream, row.sequence, row.body, row.hash),
  "an inserted record": (db, row) => {
    db.prepare("update audit set sequence = sequence + 1 where stream = ? and sequence >= ?").run(
      row.stream,
      row.sequence,
    );
    db.prepare(
      "insert into audit (rowid, stream, sequence, body, hash) values (?, ?, ?, ?, ?)",
    ).run(-1, row.stream, row.sequence, row.body.replace("owner", "mallory"), row.hash);
  },
  "two bodies swapped": (db, row, other) => {
    db.prepare("update audit set body = ? where rowid = ?").run(other.body, row.rowid);
    db.prepare("update audit set body = ? where rowid = ?").run(row.body, other.rowid);
  },
  "two records swapped": (db, row, other) => {
    const place = db.prepare("update audit set sequence = ?, stream = ? where rowid = ?");
    place.run(other.sequence, other.stream, row.rowid);
    place.run(row.sequence, row.stream, other.rowid);
  },
};

describe("A110: an audit log that was tampered with", () => {
  test("whatever happened to one record before a checkpoint is found", async () => {
    await fc.assert(
      fc.asyncProperty(steps("crash"), fc.nat(), fc.nat(), async (history, at, further) => {
        const file = await play(history);
        expect(await verifyCopy(file, () => {})).toMatchObject({ ok: true });
        for (const [what, tamper] of Object.entries(TAMPERS)) {
          const verification = await verifyCopy(file, (db) => {
            const rows = rowsOf(db);
            const index = at % rows.length;
            const other = (index + 1 + (further % (rows.length - 1))) % rows.length;
            tamper(db, rows[index] as Row, rows[other] as Row);
          });
          expect(verification.ok, what).toBe(false);
        }
      }),
      runs(6, 60),
    );
  });

  test("a record rewritten with all hashes after it, by someone without the key, is found", async () => {
    await fc.assert(
      fc.asyncProperty(steps(), fc.nat(), async (history, at) => {
        const file = await play(history);
        const verification = await verifyCopy(file, (db) => {
          const rows = rowsOf(db);
          rewriteFrom(db, rows[at % rows.length] as Row);
        });
        expect(verification.firstBad?.reason).toMatch(/checkpoint has signed/);
        const forged = await verifyCopy(file, (db) => {
          const rows = rowsOf(db);
          rewriteFrom(db, rows[at % rows.length] as Row);
          forgeCheckpoints(db);
        });
        expect(forged.firstBad?.stream).toBe("checkpoints");
      }),
      runs(6, 60),
    );
  });

  test.each([
    { table: "checkpoints", columns: ["sequence", "body", "hash", "signature"] },
    { table: "checkpoint_heads", columns: ["checkpoint", "stream", "records", "hash"] },
    { table: "heads", columns: ["stream", "records", "hash"] },
  ])("any change of $table is found", async ({ table, columns }) => {
    await fc.assert(
      fc.asyncProperty(steps(), fc.nat(), async (history, at) => {
        const file = await play(history);
        const rowid = table === "checkpoints" ? "sequence" : "stream";
        for (const column of columns) {
          const verification = await verifyCopy(file, (db) => {
            const row = pick(db, table, at);
            const value = row[column];
            const next = typeof value === "number" ? value + 1_000 : flip(`${value}`);
            db.prepare(
              `update ${table} set ${column} = ? where ${rowid} = ? and ${column} = ?`,
            ).run(next, row[rowid] ?? "", value ?? "");
          });
          expect(verification.ok, column).toBe(false);
        }
        const verification = await verifyCopy(file, (db) => {
          const row = pick(db, table, at);
          db.prepare(`delete from ${table} where ${rowid} = ? and hash = ?`).run(
            row[rowid] ?? "",
            row.hash ?? "",
          );
        });
        expect(verification.ok, "a deleted row").toBe(false);
      }),
      runs(4, 30),
    );
  });

  test.each<{ what: string; later: string[]; claimed: number }>([
    { what: "less than it signed", later: [], claimed: 0 },
    { what: "more than there is", later: [], claimed: 9 },
    { what: "what was added to a stream", later: ["system"], claimed: 2 },
    { what: "a stream that it did not sign", later: ["actor:a"], claimed: 2 },
  ])("a checkpoint that claims to cover $what is found", async ({ later, claimed }) => {
    const file = temporaryDatabase();
    const store = open(file);
    await append(store, "system");
    await seal(store);
    for (const stream of later) await append(store, stream);
    await store.close();
    expect(await verifyCopy(file, () => {})).toMatchObject({ ok: true });
    const { ok } = await verifyCopy(file, (db) =>
      db.exec(`update checkpoints set audit_rowid = ${claimed}`),
    );
    expect(ok).toBe(false);
  });

  test.each<{ what: string; tamper: (db: DatabaseSync) => void }>([
    {
      what: "cut off",
      tamper: (db) => db.exec("delete from audit where stream = 'system'"),
    },
    {
      what: "rewritten with its hash",
      tamper: (db) => rewriteFrom(db, rowsOf(db, "stream = 'system'")[0] as Row),
    },
  ])(
    "a tail $what while the process runs is found also by those that come after it",
    async ({ tamper }) => {
      const file = temporaryDatabase();
      const store = open(file);
      for (const stream of STREAMS) await append(store, stream);
      const intruder = new DatabaseSync(file);
      tamper(intruder);
      intruder.close();
      expect((await store.audit.verify(isSigned)).firstBad?.stream).toBe("system");
      await seal(store);
      await store.close();
      expect((await open(file).audit.verify(isSigned)).firstBad).toMatchObject({
        stream: "system",
        sequence: 1,
      });
    },
  );
});

describe("A110: an audit log with several writers, and after a crash", () => {
  test("two writers of the same streams never fork them, whoever seals", async () => {
    const turn = fc.record({
      writer: fc.nat(1),
      step: fc.constantFrom<Step>(...STREAMS, "actor:owner:2026-01-01", "seal"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 10, maxLength: 40 }), async (turns) => {
        const file = temporaryDatabase();
        const writers = [open(file), open(file)] as const;
        for (const { writer, step } of turns) {
          const store = writers[writer] ?? writers[0];
          if (step === "seal") await seal(store);
          else await append(store, step);
        }
        const records = turns.filter(({ step }) => step !== "seal").length;
        for (const store of writers) {
          expect(await store.audit.verify(isSigned)).toMatchObject({ ok: true, records });
        }
        for (const store of writers) await store.close();
      }),
      runs(6, 60),
    );
  });

  test("a step that meets another writer's records keeps its own order and expectations", async () => {
    const file = temporaryDatabase();
    const [first, second] = [open(file), open(file)];
    const actor = "actor:owner:2026-01-01";
    await append(first, actor);
    await append(second, actor);
    const agent: Change = { type: "agent.add", agent: makeAgent() };
    await first.journal.commit("test.step", [agent, record("session_1"), record(actor)]);
    const again = second.journal.commit("test.step", [record(actor), agent, record("session_1")]);
    await expect(again).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    await append(second, actor);
    await append(first, actor);
    const { items } = await first.audit.list({ limit: 9, offset: 0 });
    const places = items.map(({ stream, sequence }) => `${stream} ${sequence}`);
    expect(places).toEqual([
      `${actor} 5`,
      `${actor} 4`,
      `${actor} 3`,
      "session_1 1",
      `${actor} 2`,
      `${actor} 1`,
    ]);
    expect(await second.audit.verify(isSigned)).toMatchObject({ ok: true, records: 6 });
  });

  test("a writer that missed an event of a session is told so, and then goes on", async () => {
    const file = temporaryDatabase();
    const [first, second] = [open(file), open(file)];
    await append(first, makeEvent().sessionId);
    await second.journal.commit("test.event", [{ type: "event.add", event: makeEvent() }]);
    const late = append(first, makeEvent().sessionId);
    await expect(late).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    await append(first, makeEvent().sessionId);
    expect(await second.sessions.lastSequence(makeEvent().sessionId)).toBe(1);
    expect(await second.audit.verify(isSigned)).toMatchObject({ ok: true, records: 2 });
  });

  test("a crash between a commit and its checkpoint loses nothing, and the chain goes on", async () => {
    await fc.assert(
      fc.asyncProperty(steps("crash", "crash"), async (history) => {
        const file = await play(history);
        const store = open(file);
        const records = history.filter((step) => step !== "seal" && step !== "crash").length + 2;
        expect(await store.audit.verify(isSigned)).toMatchObject({ ok: true, records });
        await store.close();
      }),
      runs(6, 60),
    );
  });
});

describe("A110: what is written into an audit log", () => {
  test("a forged line, JSON or a stream's name in the data stays one record", async () => {
    const store = open(temporaryDatabase());
    const forged = '"}\n{"stream":"system","sequence":9,"body":"{}","hash":"x"}\r\n\u2028\0';
    await append(store, "system", { reason: forged, [forged]: [forged] });
    await store.journal.commit("test.audit", [
      { type: "audit.add", entry: makeAuditEntry({ stream: `actor:${forged}`, actor: forged }) },
    ]);
    await seal(store);
    const lines: string[] = [];
    for await (const item of store.audit.export()) lines.push(JSON.stringify(item));
    expect(lines.join("\n").split("\n")).toHaveLength(3);
    expect(await verifyExport(lines.join("\n").split("\n"), signer.publicKey)).toEqual({
      ok: true,
      streams: 2,
      records: 2,
      checkpoints: 1,
    });
    const { items } = await store.audit.list({ limit: 9, offset: 0 });
    expect(items.map((item) => item.data.reason)).toEqual([undefined, forged]);
  });

  test("an exported log verifies without the database, and not with one record changed", async () => {
    await fc.assert(
      fc.asyncProperty(steps("crash"), fc.nat(), async (history, at) => {
        const store = open(await play(history));
        const items: object[] = [];
        for await (const item of store.audit.export()) items.push(item);
        const verification = await store.audit.verify(isSigned);
        await store.close();
        const lines = items.map((item) => JSON.stringify(item));
        expect(await verifyExport(lines, signer.publicKey)).toEqual(verification);
        const changed = lines.with(
          at % lines.length,
          lines[at % lines.length]?.replace("owner", "me") ?? "",
        );
        fc.pre(changed.join() !== lines.join());
        expect((await verifyExport(changed, signer.publicKey)).ok).toBe(false);
      }),
      runs(5, 60),
    );
  });

  test("a clock that goes back changes nothing about the order", async () => {
    const store = open(temporaryDatabase());
    for (const ts of ["2026-01-02T00:00:00.000Z", "2025-01-01T00:00:00.000Z"]) {
      const entry = makeAuditEntry({ stream: "system", ts });
      await store.journal.commit("test.audit", [{ type: "audit.add", entry }]);
    }
    const { items } = await store.audit.list({ limit: 9, offset: 0 });
    expect(items.map((item) => item.sequence)).toEqual([2, 1]);
    expect(await store.audit.verify(isSigned)).toMatchObject({ ok: true });
  });
});

describe("A111: when the audit cannot be written", () => {
  const agent: Change = { type: "agent.add", agent: makeAgent() };

  test("the gate refuses the effect, and lets it happen once there is an audit again", async () => {
    const file = temporaryDatabase();
    const harness = await openHarness({ store: openSqliteStore(file) });
    onTestFinished(() => harness.close());
    const call = () => harness.invoke("builtin:witness:append_freely", { line: "x" });
    const mend = breakAudit(file);
    await expect(call()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(harness.lines()).toEqual([]);
    mend();
    expect((await call()).state).toBe("completed");
    expect(harness.lines()).toHaveLength(1);
  });

  test.each(STREAMS)("a failure in %s undoes the whole step", async (stream) => {
    const file = temporaryDatabase();
    const store = open(file);
    await append(store, stream);
    const mend = breakAudit(file);
    const failing = store.journal.commit("test.step", [agent, record(stream)]);
    await expect(failing).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(await store.agents.get(makeAgent().id)).toBeUndefined();
    mend();
    await store.journal.commit("test.step", [agent, record(stream)]);
    expect(await store.audit.verify(isSigned)).toMatchObject({ ok: true, records: 2 });
  });

  test.each(STREAMS)("a full disk undoes the whole step in %s", async (stream) => {
    const file = temporaryDatabase();
    await open(file).close();
    const db = openDatabase(file);
    const store = createSqliteStore(db, createWriteLog(db, null));
    onTestFinished(() => store.close());
    await append(store, stream);
    // Pages that an upgrade left free would be room.
    db.exec("vacuum; pragma max_page_count = 1");
    const data = { long: "x".repeat(10_000) };
    const failing = store.journal.commit("test.step", [agent, record(stream, data)]);
    await expect(failing).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(await store.agents.get(makeAgent().id)).toBeUndefined();
    db.exec("pragma max_page_count = 1000000");
    await store.journal.commit("test.step", [agent, record(stream, data)]);
    await seal(store);
    expect(await store.audit.verify(isSigned)).toMatchObject({ ok: true, records: 2 });
  });
});

/** From now on no record can be written; until the function that it returns is called. */
function breakAudit(file: string): () => void {
  const db = new DatabaseSync(file);
  db.exec(`create trigger broken before insert on audit
    begin select raise(abort, 'disk I/O error'); end`);
  return () => {
    db.exec("drop trigger broken");
    db.close();
  };
}

/** Another body, and every hash and head that follows from it. */
function rewriteFrom(db: DatabaseSync, { stream, sequence }: Row): void {
  const update = db.prepare("update audit set body = ?, hash = ? where rowid = ?");
  let hash = chainStart(stream);
  for (const row of rowsOf(db, `stream = '${stream}'`)) {
    const body = row.sequence === sequence ? row.body.replace("owner", "mallory") : row.body;
    hash = chainLink(hash, row.sequence, sha256(body));
    update.run(body, hash, row.rowid);
  }
  const last = rowsOf(db, `stream = '${stream}'`).at(-1);
  db.prepare("update heads set hash = ? where stream = ?").run(last?.hash ?? "", stream);
}

/** Every checkpoint, made to fit the log as it is now, with the only key that the forger has. */
function forgeCheckpoints(db: DatabaseSync): void {
  db.exec(`update checkpoint_heads as head set hash = (select hash from audit
    where audit.stream = head.stream and audit.sequence = head.records)`);
  const checkpoints = db.prepare("select sequence, body from checkpoints").all();
  const update = db.prepare("update checkpoints set signature = ? where sequence = ?");
  for (const { sequence, body } of checkpoints) {
    update.run(forger.sign(`${body}`), Number(sequence));
  }
}

/** The same length, another text. */
function flip(text: string): string {
  const middle = Math.floor(text.length / 2);
  const other = text[middle] === "a" ? "b" : "a";
  return `${text.slice(0, middle)}${other}${text.slice(middle + 1)}`;
}
