import { describe, expect, test } from "vitest";
import type { Change } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, fixtureTime, makeContext, makeContextEvent, makeFact } from "../fixtures.ts";

const NOW = fixtureTime(10);
const put: Change = { type: "context.put", context: makeContext(), expect: null };

async function openWith(open: () => Promise<Store>, ...changes: Change[]): Promise<Store> {
  const store = await open();
  await store.journal.commit("test.context", [put, ...changes]);
  return store;
}

export function contextContract(open: () => Promise<Store>): void {
  describe("contexts", () => {
    test("S16, S37: a context comes back as it was put", async () => {
      const context = makeContext({
        sessionId: "session_1",
        summary: "So far.",
        detail: { step: [1, null] },
        inputRequest: { kind: "fields", reason: "More.", fields: [{ name: "a" }] },
      });
      const store = await open();
      await store.journal.commit("test.context", [{ type: "context.put", context, expect: null }]);
      expect(await store.contexts.get("ctx")).toEqual(context);
      expect(await store.contexts.get("other")).toBeUndefined();
    });

    test("S41, S53: it is put only in the version that was read", async () => {
      const store = await openWith(open);
      const next = (version: number, expect: number | null) =>
        store.journal.commit("test.context", [
          { type: "context.put", context: makeContext({ version, turn: version }), expect },
        ]);
      await expect(next(2, null)).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      await expect(next(2, 7)).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      await next(2, 1);
      expect((await store.contexts.get("ctx"))?.turn).toBe(2);
    });

    test("S53: who expects a version, or none, meets a conflict where it is another", async () => {
      const store = await openWith(open);
      const expects = (id: string, version: number | null) =>
        store.journal.commit("test.expect", [{ type: "context.expect", id, version }]);
      await expects("ctx", 1);
      await expects("absent", null);
      for (const [id, version] of [
        ["ctx", 2],
        ["ctx", null],
        ["absent", 1],
      ] as const) {
        await expect(expects(id, version)).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      }
    });

    test("S16: one that is only ensured leaves what is there", async () => {
      const store = await openWith(open, {
        type: "context.ensure",
        context: makeContext({ summary: "another" }),
      });
      expect((await store.contexts.get("ctx"))?.summary).toBe("");
      await store.journal.commit("test.ensure", [
        { type: "context.ensure", context: makeContext({ id: "new", summary: "mine" }) },
      ]);
      expect((await store.contexts.get("new"))?.summary).toBe("mine");
    });

    test("those of an actor are listed page by page, the one that moved last first", async () => {
      const of = (id: string, actor: string | null, skill: string, hour: number): Change => ({
        type: "context.put",
        context: makeContext({ id, actor, detail: { skill }, updatedAt: fixtureTime(hour) }),
        expect: null,
      });
      const store = await openWith(
        open,
        of("old", "ann", "infer", 1),
        of("new", "ann", "infer", 3),
        of("fix", "ann", "code-fix", 2),
        of("theirs", "bob", "infer", 4),
        of("of a session", null, "infer", 5),
      );
      const ids = async (filter: { skill?: string; limit?: number; offset?: number }) => {
        const page = { limit: 50, offset: 0, actor: "ann", ...filter };
        const { items, total } = await store.contexts.list(page);
        return [items.map(({ id }) => id), total];
      };
      expect(await ids({})).toEqual([["new", "fix", "old"], 3]);
      expect(await ids({ skill: "infer", limit: 1, offset: 1 })).toEqual([["old"], 2]);
      expect(await ids({ skill: "' or 1=1" })).toEqual([[], 0]);
    });

    test("S5, S19, S21, S23, S30, X22: of its events the newest 100 are kept, in order", async () => {
      const store = await openWith(open);
      const events = Array.from({ length: 105 }, (_, n) =>
        makeContextEvent({ id: fixtureId("evt", n + 1), payload: n, ts: fixtureTime(n) }),
      );
      for (const event of events) {
        await store.journal.commit("test.note", [{ type: "context.note", event }]);
      }
      expect(await store.contexts.events("ctx")).toEqual(events.slice(5));
    });

    test("S38, S40: a message id is taken once in a context", async () => {
      const note = (n: number, messageId: string | null, contextId = "ctx"): Change => ({
        type: "context.note",
        event: makeContextEvent({ id: fixtureId("evt", n), messageId, contextId }),
      });
      const other: Change = {
        type: "context.put",
        context: makeContext({ id: "other" }),
        expect: null,
      };
      const store = await openWith(open, other, note(1, "m"), note(2, null), note(3, null));
      const again = store.journal.commit("test.note", [note(4, "m")]);
      await expect(again).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      await store.journal.commit("test.note", [note(5, "m", "other")]);
      expect((await store.contexts.eventByMessageId("ctx", "m"))?.id).toBe(fixtureId("evt", 1));
      expect(await store.contexts.eventByMessageId("ctx", "n")).toBeUndefined();
    });

    test("S20: a fact is replaced by the next of its key", async () => {
      const store = await openWith(
        open,
        { type: "fact.put", fact: makeFact({ value: { a: 1 } }) },
        { type: "fact.put", fact: makeFact({ bucket: "c", key: "x" }) },
        { type: "fact.put", fact: makeFact({ value: [2], ts: fixtureTime(1) }) },
      );
      const newest = makeFact({ value: [2], ts: fixtureTime(1) });
      expect(await store.contexts.facts("ctx", NOW)).toEqual([
        newest,
        makeFact({ bucket: "c", key: "x" }),
      ]);
      expect(await store.contexts.facts("ctx", NOW, "b")).toEqual([newest]);
      await store.journal.commit("test.fact", [
        { type: "fact.remove", contextId: "ctx", bucket: "b", key: "k" },
      ]);
      expect(await store.contexts.facts("ctx", NOW, "b")).toEqual([]);
    });

    test("S23, X22: of a bucket the newest 50 facts are kept, and other buckets are left alone", async () => {
      const store = await openWith(open, { type: "fact.put", fact: makeFact({ bucket: "a" }) });
      const facts = Array.from({ length: 53 }, (_, n) =>
        makeFact({ key: `k${String(n).padStart(3, "0")}`, ts: fixtureTime(n) }),
      );
      await store.journal.commit(
        "test.facts",
        facts.map((fact) => ({ type: "fact.put", fact }) as const),
      );
      expect(await store.contexts.facts("ctx", NOW, "b")).toEqual(facts.slice(3));
      expect(await store.contexts.facts("ctx", NOW, "a")).toHaveLength(1);
    });

    test("S39: a fact is gone once it has expired", async () => {
      const store = await openWith(
        open,
        { type: "fact.put", fact: makeFact({ key: "short", expiresAt: fixtureTime(5) }) },
        { type: "fact.put", fact: makeFact({ key: "long", expiresAt: fixtureTime(50) }) },
      );
      const keys = async (now: string) =>
        (await store.contexts.facts("ctx", now)).map(({ key }) => key);
      expect(await keys(fixtureTime(4))).toEqual(["long", "short"]);
      expect(await keys(fixtureTime(5))).toEqual(["long"]);
      await store.journal.commit("test.expire", [{ type: "facts.expire", now: fixtureTime(6) }]);
      expect(await keys(fixtureTime(0))).toEqual(["long"]);
    });
  });
}
