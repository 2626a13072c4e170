import { describe, expect, test } from "vitest";
import type { Checkpoint, StreamHead } from "../../schema/checkpoint.ts";
import type { StoredRecord } from "../../stores/readers/audit-reader.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, fixtureTime, makeAuditEntry, makeSession } from "../fixtures.ts";
import { isSigned, makeCheckpoint, seal } from "./test-sealer.ts";

const session = fixtureId("session");
const actor = "actor:owner:2026-01-01";

/** One record in each of these streams, one after the other. */
async function append(store: Store, ...streams: string[]): Promise<void> {
  for (const stream of streams) {
    await store.journal.commit("test.audit", [
      { type: "audit.add", entry: makeAuditEntry({ stream }) },
    ]);
  }
}

const brief = (heads: readonly StreamHead[] = []) =>
  heads.map(({ stream, records }) => [stream, records]);

async function exported(store: Store, since?: string): Promise<string[]> {
  const items: (StoredRecord | Checkpoint)[] = [];
  for await (const item of store.audit.export(since)) items.push(item);
  return items.map((item) =>
    "stream" in item ? `${item.stream}:${item.sequence}` : `checkpoint:${item.sequence}`,
  );
}

export function checkpointContract(open: () => Promise<Store>): void {
  describe("checkpoints", () => {
    test("C5: an empty log has none, and nothing to seal", async () => {
      const { audit } = await open();
      expect(await audit.lastCheckpoint()).toBeUndefined();
      expect(await audit.unsealedHeads()).toEqual([]);
      expect(await audit.checkpointOf(actor, 1)).toBeUndefined();
    });

    test("C5: what grew is unsealed until a checkpoint signed it", async () => {
      const store = await open();
      const { audit } = store;
      await append(store, actor, session, "system", session);
      const heads = await audit.unsealedHeads();
      expect(brief(heads)).toEqual([
        [actor, 1],
        [session, 2],
        ["system", 1],
      ]);
      const newest = (await audit.list({ limit: 1, offset: 0 })).items[0];
      expect(heads[1]?.hash).toBe(newest?.hash);
      const first = await seal(store);
      expect(await audit.unsealedHeads()).toEqual([]);
      expect(await audit.lastCheckpoint()).toEqual(first);
      await append(store, "system", actor);
      expect(brief(await audit.unsealedHeads())).toEqual([
        [actor, 2],
        ["system", 2],
      ]);
      expect(await audit.verify(isSigned)).toEqual({
        ok: true,
        streams: 3,
        records: 6,
        checkpoints: 1,
      });
    });

    test("C5: what is appended while a checkpoint is being signed waits for the next", async () => {
      const store = await open();
      await append(store, actor, session);
      const heads = await store.audit.unsealedHeads();
      await append(store, session, actor, "system");
      const checkpoint = makeCheckpoint(heads, undefined);
      await store.journal.commit("test.seal", [{ type: "checkpoint.add", checkpoint, heads }]);
      expect(brief(await store.audit.unsealedHeads())).toEqual([
        [actor, 2],
        [session, 2],
        ["system", 1],
      ]);
      expect(await store.audit.verify(isSigned)).toMatchObject({ ok: true, checkpoints: 1 });
      await append(store, actor, session);
      await seal(store);
      expect(await store.audit.verify(isSigned)).toMatchObject({ ok: true, checkpoints: 2 });
    });

    test("C5: of two that seal at once one conflicts, and leaves nothing behind", async () => {
      const store = await open();
      await append(store, actor);
      const heads = await store.audit.unsealedHeads();
      const first = await seal(store);
      const add = (checkpoint: Checkpoint) =>
        store.journal.commit("test.seal", [{ type: "checkpoint.add", checkpoint, heads }]);
      for (const last of [undefined, { sequence: 2, hash: first.hash }]) {
        const late = add(makeCheckpoint(heads, last));
        await expect(late).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      }
      expect(await store.audit.lastCheckpoint()).toEqual(first);
      expect(brief((await store.audit.checkpointOf(actor, 1))?.heads)).toEqual([[actor, 1]]);
      await append(store, actor);
      await seal(store);
      expect(await store.audit.verify(isSigned)).toMatchObject({ ok: true, checkpoints: 2 });
    });

    test("C5: a checkpoint that is undone signed nothing", async () => {
      const store = await open();
      await append(store, actor);
      const heads = await store.audit.unsealedHeads();
      const undone = store.journal.commit("test.undone", [
        { type: "checkpoint.add", checkpoint: makeCheckpoint(heads, undefined), heads },
        { type: "session.move", session: makeSession(), expect: 1 },
      ]);
      await expect(undone).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect(await store.audit.unsealedHeads()).toEqual(heads);
      await append(store, actor);
      await seal(store);
      expect(await store.audit.verify(isSigned)).toMatchObject({ ok: true, checkpoints: 1 });
    });

    test.each([actor, session])(
      "C5: finds the first checkpoint that covers a place of %s",
      async (stream) => {
        const store = await open();
        await append(store, stream, stream, "system");
        const first = await seal(store);
        await append(store, "system");
        await seal(store);
        await append(store, stream);
        const third = await seal(store);
        await append(store, stream);
        const find = (sequence: number) => store.audit.checkpointOf(stream, sequence);
        expect((await find(1))?.checkpoint).toEqual(first);
        expect((await find(2))?.checkpoint).toEqual(first);
        expect(brief((await find(2))?.heads)).toEqual([
          [stream, 2],
          ["system", 1],
        ]);
        expect((await find(3))?.checkpoint).toEqual(third);
        expect(await find(4)).toBeUndefined();
      },
    );

    test.each([actor, session])("C5: reads a stretch of %s as it is stored", async (stream) => {
      const store = await open();
      await append(store, stream, "system", stream);
      await seal(store);
      await append(store, stream, "system", stream);
      const stretch = async (from: number, through: number) =>
        (await store.audit.range(stream, from, through)).map((it) => it.sequence);
      expect(await stretch(1, 4)).toEqual([1, 2, 3, 4]);
      expect(await stretch(2, 3)).toEqual([2, 3]);
      expect(await stretch(3, 3)).toEqual([3]);
      expect(await stretch(4, 9)).toEqual([4]);
      expect(await stretch(3, 2)).toEqual([]);
      const [record] = await store.audit.range(stream, 4, 4);
      const newest = (await store.audit.list({ limit: 1, offset: 0 })).items[0];
      expect(record).toEqual({
        stream,
        sequence: 4,
        body: expect.stringContaining(newest?.id ?? "?"),
        hash: newest?.hash,
      });
    });

    test("C5: exports records in order, each checkpoint after what it covers", async () => {
      const store = await open();
      expect(await exported(store)).toEqual([]);
      await append(store, actor, session);
      await seal(store);
      await append(store, actor);
      await seal(store);
      await append(store, session);
      expect(await exported(store)).toEqual([
        `${actor}:1`,
        `${session}:1`,
        "checkpoint:1",
        `${actor}:2`,
        "checkpoint:2",
        `${session}:2`,
      ]);
    });

    test("C5: exports from the first record at or after a time", async () => {
      const store = await open();
      for (const n of [1, 2, 3]) {
        const entry = makeAuditEntry({ stream: "system", ts: fixtureTime(n) });
        await store.journal.commit("test.audit", [{ type: "audit.add", entry }]);
        await seal(store);
      }
      expect(await exported(store, fixtureTime(2))).toEqual([
        "system:2",
        "checkpoint:2",
        "system:3",
        "checkpoint:3",
      ]);
      expect(await exported(store, "2026-01-01T02:00:03+02:00")).toEqual([
        "system:3",
        "checkpoint:3",
      ]);
      expect(await exported(store, fixtureTime(4))).toEqual([]);
    });

    test("C5: exports a long log whole, as it was when the export began", async () => {
      const store = await open();
      const entry = makeAuditEntry({ stream: actor });
      const many = Array.from({ length: 1200 }, () => ({ type: "audit.add", entry }) as const);
      await store.journal.commit("test.many", many);
      await seal(store);
      let records = 0;
      for await (const item of store.audit.export()) {
        if (records === 0) await append(store, actor);
        if ("stream" in item) records += 1;
      }
      expect(records).toBe(1200);
    });
  });
}
