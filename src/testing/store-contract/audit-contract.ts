import { describe, expect, test } from "vitest";
import { chainLink, chainStart } from "../../base/audit/hash-chain.ts";
import { sha256 } from "../../base/digest.ts";
import { auditBody } from "../../schema/audit-body.ts";
import { type AuditEntry, AuditType } from "../../schema/audit-record.ts";
import { Page } from "../../schema/page.ts";
import type { AuditFilter } from "../../stores/readers/audit-reader.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, fixtureTime, makeAuditEntry, makeSession } from "../fixtures.ts";
import { isSigned, seal } from "./test-sealer.ts";

const page = Page.parse({});
const id = (n: number) => fixtureId("aud", n);

const entry = (n: number, overrides: Partial<AuditEntry> = {}) =>
  makeAuditEntry({ id: id(n), ts: fixtureTime(n), ...overrides });

const add = (store: Store, ...entries: AuditEntry[]) =>
  store.journal.commit(
    "test.audit",
    entries.map((each) => ({ type: "audit.add", entry: each })),
  );

async function list(store: Store, filter: Partial<AuditFilter> = {}) {
  const { items, total } = await store.audit.list({ ...page, ...filter });
  return { ids: items.map((item) => item.id), total };
}

export function auditContract(open: () => Promise<Store>): void {
  describe("audit", () => {
    test("C24: gives back each record with its place and its hash", async () => {
      const store = await open();
      const system = { stream: "system", sessionId: null, invocationId: null, toolId: null };
      const data = { reason: "ü\u0000", list: [1, { b: 1, a: null }] };
      await add(store, entry(1, { ...system, type: "server.started" }));
      await add(store, entry(2, { type: "policy.violated", data }));
      const [second, first] = (await store.audit.list(page)).items;
      const hashOf = (record: AuditEntry) =>
        chainLink(chainStart(record.stream), 1, sha256(auditBody(record)));
      const started = entry(1, { ...system, type: "server.started" });
      expect(first).toEqual({ ...started, sequence: 1, hash: hashOf(started) });
      const violated = entry(2, { type: "policy.violated", data });
      expect(second).toEqual({ ...violated, sequence: 1, hash: hashOf(violated) });
    });

    test("C5: links each record to the one before it in its stream", async () => {
      const store = await open();
      await add(store, entry(1), entry(2, { stream: "system" }), entry(3));
      await add(store, entry(4));
      const records = (await store.audit.list(page)).items.filter((it) => it.stream !== "system");
      const [third, second, first] = records;
      expect(records.map((record) => record.sequence)).toEqual([3, 2, 1]);
      expect(second?.hash).toBe(chainLink(first?.hash ?? "", 2, sha256(auditBody(entry(3)))));
      expect(third?.hash).toBe(chainLink(second?.hash ?? "", 3, sha256(auditBody(entry(4)))));
    });

    test("lists records of some types only, also where their data looks like a type", async () => {
      const store = await open();
      const data = { reason: '"type":"policy.violated"}', list: ["\u0000"] };
      await add(store, entry(1, { type: "policy.violated" }), entry(2, { data }));
      await add(store, entry(3, { type: "halt.set", stream: "system", data }));
      const two = await list(store, { types: ["policy.violated", "halt.set"] });
      expect(two).toEqual({ ids: [id(3), id(1)], total: 2 });
      expect(await list(store, { types: ["halt.lifted"] })).toEqual({ ids: [], total: 0 });
      expect((await list(store, { types: undefined })).total).toBe(3);
    });

    test("lists records of every type by that type", async () => {
      const store = await open();
      await add(store, ...AuditType.options.map((type, n) => entry(n, { type })));
      for (const [n, type] of AuditType.options.entries()) {
        expect(await list(store, { types: [type] })).toEqual({ ids: [id(n)], total: 1 });
      }
    });

    test("lists newest first in the order of writing, whatever the times and ids say", async () => {
      const store = await open();
      await add(store, entry(5), entry(1, { stream: "system" }));
      await add(store, entry(3));
      expect(await list(store)).toEqual({ ids: [3, 1, 5].map(id), total: 3 });
      expect(await list(store, { limit: 1, offset: 1 })).toEqual({ ids: [id(1)], total: 3 });
    });

    test("C5: filters by session, tool and time, and counts what it filtered", async () => {
      const store = await open();
      const sessionId = fixtureId("session");
      await add(
        store,
        entry(1),
        entry(2, { toolId: "builtin:noop:other" }),
        entry(3, { stream: "owner:2026-01-01", sessionId: null }),
        entry(4),
        entry(5, { stream: fixtureId("session", 2), sessionId: fixtureId("session", 2) }),
      );
      expect(await list(store, { sessionId })).toEqual({ ids: [4, 2, 1].map(id), total: 3 });
      const toolId = "builtin:test_math:add";
      expect(await list(store, { toolId })).toEqual({ ids: [5, 4, 3, 1].map(id), total: 4 });
      expect(await list(store, { since: fixtureTime(4) })).toEqual({
        ids: [5, 4].map(id),
        total: 2,
      });
      await add(store, entry(6, { actor: 'Ada "A" Löwe' }), entry(7, { actor: "Ada" }));
      expect(await list(store, { actors: ["Ada"] })).toEqual({ ids: [id(7)], total: 1 });
      expect(await list(store, { actors: ['Ada "A" Löwe'] })).toEqual({ ids: [id(6)], total: 1 });
      const both = { actors: ["Ada", 'Ada "A" Löwe'] };
      expect(await list(store, both)).toEqual({ ids: [7, 6].map(id), total: 2 });
      expect(await list(store, { actors: ["Ad"] })).toEqual({ ids: [], total: 0 });
      const all = { sessionId, toolId, since: fixtureTime(2), actors: ["owner"], limit: 1 };
      expect(await list(store, all)).toEqual({ ids: [id(4)], total: 1 });
    });

    test("C5: finds the records of a call, in its session or with the time it began", async () => {
      const store = await open();
      const sessionId = fixtureId("session");
      const [call, other] = [fixtureId("inv", 1), fixtureId("inv", 2)];
      const outside = { stream: "actor:owner:2026-01-01", sessionId: null };
      await add(
        store,
        entry(1, { invocationId: call }),
        entry(2, { invocationId: other }),
        entry(3, { invocationId: other, ...outside }),
        entry(4, { invocationId: null }),
        entry(5, { invocationId: other, ...outside }),
      );
      expect(await list(store, { sessionId, invocationId: call })).toEqual({
        ids: [id(1)],
        total: 1,
      });
      expect(await list(store, { invocationId: other })).toEqual({
        ids: [5, 3, 2].map(id),
        total: 3,
      });
      expect(await list(store, { invocationId: other, since: fixtureTime(3) })).toEqual({
        ids: [5, 3].map(id),
        total: 2,
      });
    });

    test.each(["2026-01-01T00:00:04Z", "2026-01-01T02:00:04.000+02:00"])(
      "takes %s as the time that it is",
      async (since) => {
        const store = await open();
        await add(store, entry(3), entry(4));
        expect(await list(store, { since })).toEqual({ ids: [id(4)], total: 1 });
      },
    );

    test("C5: verifies an empty log, and one of several streams", async () => {
      const store = await open();
      expect(await store.audit.verify(() => true)).toEqual({
        ok: true,
        streams: 0,
        records: 0,
        checkpoints: 0,
      });
      await store.journal.commit("test.session", [{ type: "session.add", session: makeSession() }]);
      await add(store, entry(1), entry(2), entry(3, { stream: "system" }));
      await add(store, entry(4, { stream: "system" }), entry(5, { actor: "lone \ud800" }));
      expect(await store.audit.verify(() => true)).toEqual({
        ok: true,
        streams: 2,
        records: 5,
        checkpoints: 0,
      });
    });

    test.each([fixtureId("session"), "actor:owner:2026-01-01"])(
      "C5: verifies the long stream %s, also while it grows and is sealed",
      async (stream) => {
        const store = await open();
        await add(store, ...Array.from({ length: 1500 }, (_, n) => entry(n, { stream })));
        await seal(store);
        const verifying = store.audit.verify(isSigned);
        await add(store, entry(1500, { stream }));
        await seal(store);
        const verification = await verifying;
        expect(verification.ok).toBe(true);
        expect(verification.records).toBeGreaterThanOrEqual(1500);
      },
    );

    test("C5: a name that cannot be stored as it is still has one chain", async () => {
      const store = await open();
      for (const n of [1, 2]) {
        await add(
          store,
          entry(n, { stream: "actor:\ud800" }),
          entry(n, { stream: "actor:\udfff" }),
        );
      }
      expect(await store.audit.verify(() => true)).toMatchObject({
        ok: true,
        streams: 1,
        records: 4,
      });
    });

    test.each([fixtureId("session"), "actor:owner:2026-01-01"])(
      "C5: a commit that is undone leaves the chain of %s whole",
      async (stream) => {
        const store = await open();
        await add(store, entry(1, { stream }));
        const undone = store.journal.commit("test.undone", [
          { type: "audit.add", entry: entry(2, { stream }) },
          { type: "session.move", session: makeSession(), expect: 1 },
        ]);
        await expect(undone).rejects.toMatchObject({ code: "STATE_CONFLICT" });
        await add(store, entry(3, { stream }));
        expect(await store.audit.verify(() => true)).toEqual({
          ok: true,
          streams: 1,
          records: 2,
          checkpoints: 0,
        });
      },
    );
  });
}
