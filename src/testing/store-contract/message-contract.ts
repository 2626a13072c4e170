import { describe, expect, test } from "vitest";
import type { Message } from "../../schema/message.ts";
import { Page } from "../../schema/page.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, makeLedgerEntry, makeMessage, makeSession } from "../fixtures.ts";

const sessionId = makeSession().id;
const page = Page.parse({});

async function openWithSession(open: () => Promise<Store>): Promise<Store> {
  const store = await open();
  await store.journal.commit("test.session", [
    { type: "session.add", session: makeSession() },
    { type: "session.add", session: makeSession({ id: fixtureId("session", 2) }) },
  ]);
  return store;
}

const accept = (store: Store, message: Message) =>
  store.journal.commit("test.accept", [{ type: "message.accept", message }]);

const add = (store: Store, ...messages: Message[]) =>
  store.journal.commit(
    "test.add",
    messages.map((message) => ({ type: "message.add", message })),
  );

const places = (messages: readonly Message[]) =>
  messages.map(({ turn, position }) => [turn, position]);

export function messageContract(open: () => Promise<Store>): void {
  describe("messages", () => {
    test("accepting a message takes the next turn and leaves the version", async () => {
      const store = await openWithSession(open);
      await accept(store, makeMessage());
      expect(await store.sessions.get(sessionId)).toMatchObject({ lastTurn: 1, version: 1 });
      expect(await store.sessions.conversation(sessionId, 1)).toEqual([makeMessage()]);
    });

    test("gives back that an answer was cut off, and which input ran instead", async () => {
      const store = await openWithSession(open);
      await accept(store, makeMessage());
      const marked = [
        makeMessage({ id: fixtureId("msg", 2), position: 1, role: "assistant", cancelled: true }),
        makeMessage({ id: fixtureId("msg", 3), position: 2, role: "tool", ranWith: { a: [null] } }),
      ];
      await add(store, ...marked);
      expect(await store.sessions.conversation(sessionId, 1)).toEqual([makeMessage(), ...marked]);
      const { items } = await store.sessions.messages(sessionId, page);
      expect(items).toEqual([makeMessage(), ...marked]);
    });

    test.each([0, 1, 3])("S41: turn %i is not the next after turn 1", async (turn) => {
      const store = await openWithSession(open);
      await accept(store, makeMessage());
      const wrong = accept(store, makeMessage({ id: fixtureId("msg", 2), turn }));
      await expect(wrong).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect(await store.sessions.get(sessionId)).toMatchObject({ lastTurn: 1 });
    });

    test("refuses a message for a session that is not there", async () => {
      const store = await openWithSession(open);
      const lost = accept(store, makeMessage({ sessionId: "session_none" }));
      await expect(lost).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });

    test.each([
      {
        why: "the turn runs and the place is free",
        turn: 1,
        position: 2,
        unclaimed: "inv_2",
        ok: true,
      },
      { why: "the place is taken", turn: 1, position: 1, unclaimed: "inv_2", ok: false },
      { why: "the call has an intent", turn: 1, position: 2, unclaimed: "inv_1", ok: false },
      { why: "another turn runs", turn: 2, position: 2, unclaimed: "inv_2", ok: false },
    ])("S41: expects a place: $why", async ({ ok, turn, position, unclaimed }) => {
      const store = await open();
      const session = makeSession({ state: "in_progress", turn: 1 });
      const entry = makeLedgerEntry({ invocationId: "inv_1" });
      await store.journal.commit("test.session", [
        { type: "session.add", session },
        { type: "message.add", message: makeMessage({ position: 1 }) },
        { type: "ledger.put", entry, expect: null },
      ]);
      const expected = store.journal.commit("test.place", [
        { type: "position.expect", sessionId, turn, position, unclaimed },
      ]);
      await (ok ? expected : expect(expected).rejects.toMatchObject({ code: "STATE_CONFLICT" }));
    });

    test("S41: a turn that does not run has no place", async () => {
      const store = await open();
      const session = makeSession({ state: "failed", turn: 1 });
      await store.journal.commit("test.session", [{ type: "session.add", session }]);
      const late = store.journal.commit("test.place", [
        { type: "position.expect", sessionId, turn: 1, position: 1, unclaimed: null },
      ]);
      await expect(late).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });

    test("S40: the same caller's id twice is a conflict, and finds the first", async () => {
      const store = await openWithSession(open);
      const first = makeMessage({ messageId: "caller-1" });
      await accept(store, first);
      const again = accept(store, makeMessage({ id: "msg_2", turn: 2, messageId: "caller-1" }));
      await expect(again).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect(await store.sessions.messageByCallerId(sessionId, "caller-1")).toEqual(first);
      expect(await store.sessions.get(sessionId)).toMatchObject({ lastTurn: 1 });
    });

    test("S40: a caller's id counts within its session only", async () => {
      const store = await openWithSession(open);
      await accept(store, makeMessage({ messageId: "caller-1" }));
      const other = makeMessage({ sessionId: fixtureId("session", 2), messageId: "caller-1" });
      await accept(store, other);
      expect(await store.sessions.messageByCallerId(other.sessionId, "caller-1")).toEqual(other);
      expect(await store.sessions.messageByCallerId(sessionId, "caller-2")).toBeUndefined();
    });

    test("gives back tool calls, results and every character", async () => {
      const store = await openWithSession(open);
      const toolId = "builtin:test_math:add";
      const call = { id: fixtureId("inv"), toolId, name: "add", input: { a: [1, null, "ü😀"] } };
      const answer = makeMessage({ position: 1, role: "assistant", toolCalls: [call] });
      const result = makeMessage({
        position: 2,
        role: "tool",
        content: "5 \"quoted\" 'too'\n\u2028😀",
        toolId,
        invocationId: call.id,
      });
      await add(store, makeMessage(), answer, result);
      expect(await store.sessions.conversation(sessionId, 1)).toEqual([
        makeMessage(),
        answer,
        result,
      ]);
    });

    test("refuses a place in a turn that is taken", async () => {
      const store = await openWithSession(open);
      await add(store, makeMessage());
      const again = add(store, makeMessage({ id: fixtureId("msg", 2) }));
      await expect(again).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });

    test("reads a conversation in order of turn and position, through a turn", async () => {
      const store = await openWithSession(open);
      for (const [turn, position] of [
        [2, 0],
        [1, 10],
        [1, 9],
        [1, 0],
        [3, 0],
      ] as const) {
        await add(store, makeMessage({ turn, position }));
      }
      await add(store, makeMessage({ sessionId: fixtureId("session", 2) }));
      const messages = await store.sessions.conversation(sessionId, 2);
      expect(places(messages)).toEqual([
        [1, 0],
        [1, 9],
        [1, 10],
        [2, 0],
      ]);
      expect(await store.sessions.conversation(sessionId, 0)).toEqual([]);
    });

    test("X27: lists ascending, page by page, and counts all or one turn's", async () => {
      const store = await openWithSession(open);
      const { sessions } = store;
      for (const [turn, position] of [
        [2, 1],
        [2, 0],
        [1, 1],
        [1, 0],
      ] as const) {
        await add(store, makeMessage({ turn, position }));
      }
      const middle = await sessions.messages(sessionId, { limit: 2, offset: 1 });
      expect([places(middle.items), middle.total]).toEqual([
        [
          [1, 1],
          [2, 0],
        ],
        4,
      ]);
      const second = await sessions.messages(sessionId, { ...page, turn: 2 });
      expect([places(second.items), second.total]).toEqual([
        [
          [2, 0],
          [2, 1],
        ],
        2,
      ]);
      expect(await sessions.messages("session_none", page)).toEqual({ items: [], total: 0 });
    });
  });
}
