import { describe, expect, test } from "vitest";
import { Page } from "../../schema/page.ts";
import type { Session } from "../../schema/session.ts";
import { TaskState } from "../../schema/task-state.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, fixtureTime, makeMessage, makeSession, makeSpec } from "../fixtures.ts";

const add = (store: Store, ...sessions: Session[]) =>
  store.journal.commit(
    "test.session",
    sessions.map((session) => ({ type: "session.add", session })),
  );

const move = (store: Store, session: Session, expect: number) =>
  store.journal.commit("test.move", [{ type: "session.move", session, expect }]);

export function sessionContract(open: () => Promise<Store>): void {
  describe("sessions", () => {
    test("returns undefined for an unknown id", async () => {
      const store = await open();
      expect(await store.sessions.get("session_none")).toBeUndefined();
    });

    test("gives back what was added, also what it waits for", async () => {
      const store = await open();
      const waiting = makeSession({
        state: "input_required",
        inputRequest: { kind: "approval", reason: "HIGH asks.", approvalIds: ["appr_1"] },
      });
      await add(store, waiting);
      expect(await store.sessions.get(waiting.id)).toEqual(waiting);
    });

    test("gives back what its creator may do, and its spec", async () => {
      const store = await open();
      const spec = makeSpec({ content: ["a", { b: null }], frozenAt: fixtureTime(1) });
      const session = makeSession({ creatorScopes: ["admin"], spec });
      await add(store, session);
      expect(await store.sessions.get(session.id)).toEqual(session);
    });

    test("refuses an id that is taken", async () => {
      const store = await open();
      await add(store, makeSession());
      await expect(add(store, makeSession())).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });

    test("X27: lists newest first, page by page, and counts all", async () => {
      const store = await open();
      await add(store, ...[2, 3, 1].map((n) => makeSession({ id: fixtureId("session", n) })));
      const { items, total } = await store.sessions.list(Page.parse({ limit: 2 }));
      expect(items.map((session) => session.id)).toEqual(
        [3, 2].map((n) => fixtureId("session", n)),
      );
      expect(total).toBe(3);
      const rest = await store.sessions.list(Page.parse({ limit: 2, offset: 2 }));
      expect(rest.items.map((session) => session.id)).toEqual([fixtureId("session", 1)]);
      expect(rest.total).toBe(3);
    });

    test("finds sessions by a part of their title or id, and takes nothing in it for a pattern", async () => {
      const store = await open();
      const titles = ["Invoices of May", "100% invoices", "A walk"];
      await add(
        store,
        ...titles.map((title, n) => makeSession({ id: fixtureId("session", n), title })),
      );
      const find = async (search: string) => {
        const { items, total } = await store.sessions.list({ ...Page.parse({}), search });
        expect(total).toBe(items.length);
        return items.map(({ title }) => title);
      };
      expect(await find("INVOICES")).toEqual(["100% invoices", "Invoices of May"]);
      expect(await find("0%")).toEqual(["100% invoices"]);
      expect(await find("_")).toHaveLength(3);
      expect(await find("v%o")).toEqual([]);
      expect(await find(fixtureId("session", 2))).toEqual(["A walk"]);
      expect(await find("")).toHaveLength(3);
    });

    test("S41: a move from the current version sets everything but lastTurn and spec", async () => {
      const store = await open();
      await add(store, makeSession({ lastTurn: 1, spec: makeSpec() }));
      const moved = makeSession({
        title: "Renamed",
        state: "completed",
        turn: 1,
        lastTurn: 9,
        version: 2,
        mode: "planning",
        profile: "strict",
        spec: null,
        inputRequest: { kind: "fields", reason: "Which file?" },
        updatedAt: fixtureTime(1),
      });
      await move(store, moved, 1);
      expect(await store.sessions.get(moved.id)).toEqual({
        ...moved,
        lastTurn: 1,
        spec: makeSpec(),
      });
    });

    test("S41: a stale version moves nothing", async () => {
      const store = await open();
      await add(store, makeSession());
      await move(store, makeSession({ version: 2, state: "in_progress" }), 1);
      const late = move(store, makeSession({ version: 2, state: "failed" }), 1);
      await expect(late).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect((await store.sessions.get(makeSession().id))?.state).toBe("in_progress");
    });

    test("a move keeps a message that was accepted meanwhile", async () => {
      const store = await open();
      await add(store, makeSession());
      await store.journal.commit("test.accept", [
        { type: "message.accept", message: makeMessage() },
      ]);
      await move(store, makeSession({ version: 2, lastTurn: 0 }), 1);
      expect((await store.sessions.get(makeSession().id))?.lastTurn).toBe(1);
    });

    test("lists as unfinished what runs, and what has a message and does not wait", async () => {
      const store = await open();
      const of = (state: TaskState, turn: number, lastTurn: number) =>
        makeSession({ id: `session_${state}_${turn}_${lastTurn}`, state, turn, lastTurn });
      await add(store, ...TaskState.options.flatMap((state) => [of(state, 1, 1), of(state, 1, 2)]));
      expect([...(await store.sessions.listUnfinished())].sort()).toEqual([
        "session_blocked_1_2",
        "session_completed_1_2",
        "session_escalated_1_2",
        "session_failed_1_2",
        "session_in_progress_1_1",
        "session_in_progress_1_2",
        "session_pending_1_2",
        "session_timeout_1_2",
      ]);
    });

    test("what the sessions of each actor have used is added up", async () => {
      const store = await open();
      const theirs = makeSession({ id: fixtureId("session", 2), createdBy: "bob" });
      const reply = (n: number, sessionId: string, inputTokens: number, cost?: number) =>
        ({
          type: "message.add",
          message: makeMessage({
            id: fixtureId("msg", n),
            sessionId,
            position: n,
            role: "assistant",
            usage: { inputTokens, outputTokens: 1, ...(cost !== undefined && { cost }) },
          }),
        }) as const;
      await store.journal.commit("test.usage", [
        { type: "session.add", session: makeSession() },
        { type: "session.add", session: theirs },
        { type: "message.add", message: makeMessage({ id: fixtureId("msg", 9), position: 9 }) },
        reply(1, makeSession().id, 10, 0.25),
        reply(2, makeSession().id, 5, 0.5),
        reply(3, theirs.id, 7),
      ]);
      expect(await store.sessions.usage()).toEqual([
        { actor: "bob", modelCalls: 1, inputTokens: 7, outputTokens: 1, cost: null },
        { actor: "owner", modelCalls: 2, inputTokens: 15, outputTokens: 2, cost: 0.75 },
      ]);
    });
  });
}
