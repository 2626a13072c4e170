import { describe, expect, test } from "vitest";
import { eraseBody, erasureDigest } from "../../base/audit/erased-body.ts";
import { type ErasureClaim, erasureText } from "../../base/audit/erasure-claim.ts";
import { verifyExport } from "../../base/audit/verify-export.ts";
import type { JsonObject } from "../../base/json.ts";
import type { AuditType } from "../../schema/audit-record.ts";
import type { Change } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";
import {
  fixtureId,
  fixtureTime,
  makeApproval,
  makeAuditEntry,
  makeContext,
  makeDelivery,
  makeEvent,
  makeFact,
  makeGrant,
  makeInvocation,
  makeLedgerEntry,
  makeMessage,
  makeSession,
} from "../fixtures.ts";
import { isSigned, publicKey, seal, sign } from "./test-sealer.ts";

const SESSION = fixtureId("session");
const OTHER = fixtureId("session", 2);
const OF_OTHER = { invocationId: fixtureId("inv", 2), sessionId: OTHER };
const record = (n: number, stream: string): Change => ({
  type: "audit.add",
  entry: makeAuditEntry({
    id: fixtureId("aud", n),
    stream,
    sessionId: stream,
    invocationId: stream === SESSION ? fixtureId("inv") : null,
    data: { said: "in confidence" },
  }),
});

async function openWith(open: () => Promise<Store>): Promise<Store> {
  const store = await open();
  await store.journal.commit("test.session", [
    { type: "session.add", session: makeSession() },
    { type: "session.add", session: makeSession({ id: OTHER }) },
    { type: "message.accept", message: makeMessage({ turn: 1 }) },
    { type: "event.add", event: makeEvent() },
    {
      type: "invocation.put",
      invocation: makeInvocation({ sessionId: SESSION }),
      expect: null,
    },
    { type: "approval.put", approval: makeApproval({ sessionId: SESSION }), expect: null },
    { type: "ledger.put", entry: makeLedgerEntry({ sessionId: SESSION }), expect: null },
    { type: "ledger.put", entry: makeLedgerEntry(OF_OTHER), expect: null },
    { type: "delivery.add", delivery: makeDelivery({ sessionId: SESSION }) },
    { type: "delivery.add", delivery: makeDelivery({ id: fixtureId("dlv", 2), sessionId: OTHER }) },
    { type: "grant.add", grant: makeGrant({ sessionId: SESSION }) },
    { type: "context.put", context: makeContext({ sessionId: SESSION }), expect: null },
    { type: "fact.put", fact: makeFact() },
    record(1, SESSION),
    record(2, SESSION),
    record(3, OTHER),
  ]);
  return store;
}

type Sign = (claim: ErasureClaim) => { signature: string } | null;

const signed: Sign = (claim) => ({ signature: sign(erasureText(claim)) });
/** As versions before 0.2 wrote it. */
const unsigned: Sign = () => null;

async function erasure(store: Store, signature = signed, records = 2): Promise<Change[]> {
  const stored = await store.audit.range(SESSION, 1, records);
  const digest = erasureDigest(stored.map(({ body }) => eraseBody(body)));
  const claim = { session_id: SESSION, records, digest };
  return [
    { type: "session.erase", sessionId: SESSION, records: 2 },
    system(9, "session.erased", { ...claim, ...signature(claim) }),
  ];
}

function system(n: number, type: AuditType, data: JsonObject = {}): Change {
  const entry = { id: fixtureId("aud", n), stream: "system", sessionId: null, type, data };
  return { type: "audit.add", entry: makeAuditEntry(entry) };
}

async function afterErasure(open: () => Promise<Store>, by: Sign, records = 2) {
  const store = await openWith(open);
  await store.journal.commit("session.erase", await erasure(store, by, records));
  return store.audit.verify(isSigned);
}

export function erasureContract(open: () => Promise<Store>): void {
  describe("the erasure of a session", () => {
    test("leaves nothing of it but the frames of its records, and every chain valid", async () => {
      const store = await openWith(open);
      await store.journal.commit("session.erase", await erasure(store));
      const page = { limit: 10, offset: 0 };
      expect(await store.sessions.get(SESSION)).toBeUndefined();
      expect((await store.sessions.messages(SESSION, page)).items).toEqual([]);
      expect((await store.sessions.events(SESSION, { ...page, since: 0 })).items).toEqual([]);
      expect(await store.invocations.get(fixtureId("inv"))).toBeUndefined();
      expect(await store.approvals.get(fixtureId("appr"))).toBeUndefined();
      expect(await store.invocations.listOpen()).toEqual([makeLedgerEntry(OF_OTHER)]);
      const due = await store.deliveries.listDue(fixtureTime());
      expect(due.map(({ sessionId }) => sessionId)).toEqual([OTHER]);
      expect(await store.contexts.get("ctx")).toBeUndefined();
      expect(await store.contexts.facts("ctx", fixtureTime())).toEqual([]);
      const { items } = await store.audit.list({ ...page, sessionId: SESSION });
      expect(items).toHaveLength(2);
      const types = items.map(({ type }) => type);
      const found = await store.audit.list({ ...page, sessionId: SESSION, types });
      expect(found.items).toEqual(items);
      for (const item of items) expect(item).toMatchObject({ data: {}, erased: true });
      expect((await store.audit.list({ ...page, sessionId: OTHER })).items[0]?.data).not.toEqual(
        {},
      );
      expect(await store.audit.verify(isSigned)).toMatchObject({ ok: true, records: 4 });
    });

    test("counts only if the record that says so is signed, and of exactly what it names", async () => {
      const forged: Sign = (claim) => ({ signature: sign(`${erasureText(claim)} `) });
      const others = await Promise.all([unsigned, forged].map((by) => afterErasure(open, by)));
      const short = await afterErasure(open, signed, 1);
      for (const { ok, firstBad } of [...others, short]) {
        expect([ok, firstBad?.stream]).toEqual([false, SESSION]);
      }
    });

    test("without a signature counts where a version that did not sign them sealed it", async () => {
      const store = await openWith(open);
      await store.journal.commit("session.erase", await erasure(store, unsigned));
      await seal(store);
      expect((await store.audit.verify(isSigned)).ok).toBe(true);
      await store.journal.commit("test.demand", [system(10, "erasures.signed")]);
      await seal(store);
      expect((await store.audit.verify(isSigned)).ok).toBe(true);
    });

    test("without a signature does not count once signatures are demanded", async () => {
      for (const sealsBetween of [true, false]) {
        const store = await openWith(open);
        const demand = system(10, "erasures.signed");
        const erase = await erasure(store, unsigned);
        await store.journal.commit("test.first", sealsBetween ? [demand] : erase);
        if (sealsBetween) await seal(store);
        await store.journal.commit("test.then", sealsBetween ? erase : [demand]);
        await seal(store);
        const { ok, firstBad } = await store.audit.verify(isSigned);
        expect([ok, firstBad?.reason]).toEqual([false, expect.stringContaining("not signed")]);
      }
    });

    test("while the log is exported leaves an export that verifies", async () => {
      const store = await openWith(open);
      const late = fixtureId("session", 3);
      await store.journal.commit("test.late", [
        { type: "session.add", session: makeSession({ id: late }) },
        record(1_000, late),
      ]);
      // More than are read at once: its second record is read after it was erased.
      for (let n = 0; n < 6; n += 1) {
        await store.journal.commit(
          "test.records",
          Array.from({ length: 100 }, (_, index) => record(100 + n * 100 + index, OTHER)),
        );
      }
      await store.journal.commit("test.late", [record(1_001, late)]);
      const lines: string[] = [];
      for await (const item of store.audit.export()) {
        if (lines.length === 0) {
          const bodies = (await store.audit.range(late, 1, 2)).map(({ body }) => eraseBody(body));
          const claim = { session_id: late, records: 2, digest: erasureDigest(bodies) };
          await store.journal.commit("session.erase", [
            { type: "session.erase", sessionId: late, records: 2 },
            system(9, "session.erased", { ...claim, ...signed(claim) }),
          ]);
          await seal(store);
        }
        lines.push(JSON.stringify(item));
      }
      expect(lines.at(-1)).toContain("signature");
      expect(await verifyExport(lines, publicKey)).toMatchObject({ ok: true, records: 606 });
      const cut = lines.filter((line) => !line.includes("session.erased"));
      expect((await verifyExport(cut, publicKey)).ok).toBe(false);
    });

    test("in secret is found", async () => {
      const store = await openWith(open);
      const [erase] = await erasure(store);
      await store.journal.commit("session.erase", erase ? [erase] : []);
      const { ok, firstBad } = await store.audit.verify(isSigned);
      expect(ok).toBe(false);
      expect(firstBad).toMatchObject({
        stream: SESSION,
        reason: expect.stringContaining("erased"),
      });
    });

    test("conflicts with a record that its writer has not seen, and with another erasure", async () => {
      const store = await openWith(open);
      const changes = await erasure(store);
      await store.journal.commit("test.record", [record(4, SESSION)]);
      const late = store.journal.commit("session.erase", changes);
      await expect(late).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect(await store.sessions.get(SESSION)).toBeDefined();
      const gone = store.journal.commit("session.erase", [
        { type: "session.erase", sessionId: "session_none", records: 0 },
      ]);
      await expect(gone).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });
  });
}
