import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { chainLink, chainStart } from "../../../base/audit/hash-chain.ts";
import { sha256 } from "../../../base/digest.ts";
import { auditBody } from "../../../schema/audit-body.ts";
import * as make from "../../../testing/fixtures.ts";
import { isSigned, seal } from "../../../testing/store-contract/test-sealer.ts";
import { temporaryDatabase } from "../../../testing/temporary-database.ts";
import type { Store } from "../../store.ts";
import { openSqliteStore } from "../open-sqlite-store.ts";
import { firstSlice } from "./0001-first-slice.ts";

const ACTOR = "actor:owner:2026-01-01";
const SESSION = make.fixtureId("session");

/** Two records in each stream, and the head that 0001 wrote with every commit. */
function fillAudit(db: DatabaseSync): void {
  const insert = db.prepare("insert into audit (stream, sequence, body, hash) values (?, ?, ?, ?)");
  for (const stream of [ACTOR, SESSION]) {
    let hash = chainStart(stream);
    for (const sequence of [1, 2]) {
      const body = auditBody(make.makeAuditEntry({ stream, data: { sequence } }));
      hash = chainLink(hash, sequence, sha256(body));
      insert.run(stream, sequence, body, hash);
    }
    db.prepare("insert into heads values (?, 0, 2, ?)").run(stream, hash);
  }
}

/** A database as the version before this migration left it. */
function openOld(): { store: Store; file: string } {
  const file = temporaryDatabase();
  const db = new DatabaseSync(file);
  db.exec(`pragma journal_mode = wal; ${firstSlice.up}
    create table migrations (id text primary key) strict;
    insert into migrations values ('${firstSlice.id}');
    insert into tokens values ('token_1', 'owner', '["invoke","approve"]', 'hash', '2026-01-01');
    insert into sessions values ('${SESSION}', 'agent_1', 'Old', 'completed', 1, 1, 3, 'execution',
      'risk', null, 'owner', '2026-01-01', '2026-01-02');
    insert into approvals values ('appr_1', 'pending', 'user', null, 'inv_1', 'builtin:noop:noop',
      'LOW', '[]', '{"a":1}', 'Asks.', null,
      '{"tool":"t","definition":"d","input":"i","grants":"g","session":"s"}',
      '2026-01-03', '2026-01-01', null, null);
    insert into invocations values ('inv_1', 'owner', null, null, 'input_required', '${oldCall()}');`);
  fillAudit(db);
  db.close();
  const store = openSqliteStore(file);
  onTestFinished(() => store.close());
  return { store, file };
}

/** A call as it was written before it said with which scopes, and when its spec was frozen. */
function oldCall(): string {
  const { scopes: _, specFrozenAt: __, ...call } = make.makeInvocation({ id: "inv_1" });
  return JSON.stringify(call);
}

test("reads what was written before tokens expired, sessions had scopes and approvals a preview", async () => {
  const { store } = openOld();
  expect(await store.tokens.getByPrincipal("prn_owner")).toMatchObject({
    scopes: ["invoke", "approve"],
    expiresAt: null,
    revokedAt: null,
  });
  expect(await store.sessions.get(SESSION)).toMatchObject({
    title: "Old",
    version: 3,
    creatorScopes: ["invoke"],
    spec: null,
  });
  expect(await store.approvals.get("appr_1")).not.toHaveProperty("preview");
  expect(await store.invocations.get("inv_1")).toMatchObject({ scopes: [], specFrozenAt: null });
});

test("C5: goes on with the old chains, and the first checkpoint signs all of them", async () => {
  const { store } = openOld();
  const old = { ok: true, streams: 2, records: 4, checkpoints: 0 };
  expect(await store.audit.verify(isSigned)).toEqual(old);
  await store.journal.commit("test.audit", [
    { type: "audit.add", entry: make.makeAuditEntry({ stream: ACTOR }) },
    { type: "audit.add", entry: make.makeAuditEntry({ stream: SESSION }) },
  ]);
  expect(await store.audit.verify(isSigned)).toEqual({ ...old, records: 6 });
  const heads = await store.audit.unsealedHeads();
  expect(heads.map(({ stream, records }) => [stream, records])).toEqual([
    [ACTOR, 3],
    [SESSION, 3],
  ]);
  await seal(store);
  expect(await store.audit.verify(isSigned)).toEqual({ ...old, records: 6, checkpoints: 1 });
});

test("C5: an old tail that is gone is missed, also when the stream goes on", async () => {
  const { store, file } = openOld();
  const intruder = new DatabaseSync(file);
  intruder.exec(`delete from audit where stream = '${ACTOR}' and sequence = 2`);
  intruder.close();
  const firstBad = { stream: ACTOR, sequence: 2, reason: "The record is missing." };
  expect(await store.audit.verify(isSigned)).toMatchObject({ firstBad });
  const entry = make.makeAuditEntry({ stream: ACTOR });
  await store.journal.commit("test.audit", [
    { type: "audit.add", entry },
    { type: "audit.add", entry },
  ]);
  expect(await store.audit.verify(isSigned)).toMatchObject({ firstBad });
});
