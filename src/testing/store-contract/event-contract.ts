import { describe, expect, test } from "vitest";
import type { SessionEvent } from "../../schema/event.ts";
import { Page } from "../../schema/page.ts";
import type { Change } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, fixtureTime, makeEvent, makeMessage, makeSession } from "../fixtures.ts";

const sessionId = makeSession().id;
const other = fixtureId("session", 2);

const event = (n: number, overrides: Partial<SessionEvent> = {}): Change => ({
  type: "event.add",
  event: makeEvent({ id: fixtureId("evt", n), ts: fixtureTime(n), ...overrides }),
});

const add = (store: Store, ...changes: Change[]) => store.journal.commit("test.event", changes);

async function sequences(store: Store, filter: { since?: number } & Partial<Page> = {}) {
  const bounds = { ...Page.parse({}), since: 0, ...filter };
  const { items, total } = await store.sessions.events(sessionId, bounds);
  return { sequences: items.map((item) => item.sequence), total };
}

export function eventContract(open: () => Promise<Store>): void {
  describe("events", () => {
    test("X22: the event log keeps everything in order", async () => {
      const store = await open();
      await add(store, event(1, { data: { text: "ü", list: [1, { a: null }] } }), event(2));
      await add(store, event(3, { type: "turn.completed", turn: 7 }));
      const { items } = await store.sessions.events(sessionId, { ...Page.parse({}), since: 0 });
      expect(items).toEqual([
        {
          ...makeEvent({ id: fixtureId("evt", 1), ts: fixtureTime(1) }),
          sequence: 1,
          data: { text: "ü", list: [1, { a: null }] },
        },
        { ...makeEvent({ id: fixtureId("evt", 2), ts: fixtureTime(2) }), sequence: 2 },
        {
          ...makeEvent({ id: fixtureId("evt", 3), ts: fixtureTime(3) }),
          sequence: 3,
          type: "turn.completed",
          turn: 7,
        },
      ]);
    });

    test("X22: an event gives back the text that it shares with a message", async () => {
      const store = await open();
      const long = `\u0000 \ud83d "quoted" ü\\n ${"what was said ".repeat(20)}`.toWellFormed();
      const outputs = { text: long, nested: { said_at: 5 } };
      const said = makeMessage({ position: 1, role: "assistant", content: long });
      const ofTool = { role: "tool" as const, invocationId: "inv_1", position: 2 };
      const told = makeMessage({ ...ofTool, id: "msg_2", content: JSON.stringify(outputs) });
      const created = { message_id: said.id, role: "assistant", content: long };
      const completed = { invocation_id: "inv_1", tool_id: "t", inputs: {}, state: "completed" };
      const events = [
        event(1, { type: "message.created", data: created }),
        event(2, { type: "tool.completed", data: { ...completed, outputs } }),
        // What is not quite the same stays what it is.
        event(3, { type: "message.created", data: { ...created, content: `${long}!` } }),
        event(4, { type: "message.created", turn: 2, data: created }),
        event(5, { type: "tool.completed", data: { ...completed, outputs: { text: "*" } } }),
        event(6, { type: "turn.completed", data: { state: "completed", said_at: 1 } }),
      ];
      const messages = [said, told].map((message) => ({ type: "message.add" as const, message }));
      await add(store, ...messages, ...events);
      const { items } = await store.sessions.events(sessionId, { ...Page.parse({}), since: 0 });
      const data = events.flatMap((change) =>
        change.type === "event.add" ? [change.event.data] : [],
      );
      expect(items.map((item) => item.data)).toEqual(data);
    });

    test("X22: each session counts from 1", async () => {
      const store = await open();
      await add(store, event(1), event(2, { sessionId: other }), event(3));
      expect(await store.sessions.lastSequence(sessionId)).toBe(2);
      expect(await store.sessions.lastSequence(other)).toBe(1);
      expect(await store.sessions.lastSequence("session_none")).toBe(0);
    });

    test("X22: a commit that is undone leaves no gap", async () => {
      const store = await open();
      await add(store, event(1));
      const undone = add(store, event(2), event(3), {
        type: "session.move",
        session: makeSession(),
        expect: 1,
      });
      await expect(undone).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      await add(store, event(4));
      expect(await sequences(store)).toEqual({ sequences: [1, 2], total: 2 });
      expect(await store.sessions.lastSequence(sessionId)).toBe(2);
    });

    test("lists what came after `since`, and counts only that", async () => {
      const store = await open();
      await add(store, ...[1, 2, 3, 4, 5].map((n) => event(n)));
      const filter = { since: 2, limit: 2 };
      expect(await sequences(store, filter)).toEqual({ sequences: [3, 4], total: 3 });
      expect(await sequences(store, { ...filter, offset: 2 })).toEqual({
        sequences: [5],
        total: 3,
      });
      expect(await sequences(store, { since: 5 })).toEqual({ sequences: [], total: 0 });
      expect(await sequences(store, { since: 99 })).toEqual({ sequences: [], total: 0 });
    });

    test("X27: clamps a page to 2,000 and still counts all", async () => {
      const store = await open();
      await add(store, ...Array.from({ length: 2001 }, (_, index) => event(index)));
      const { sequences: listed, total } = await sequences(store, Page.parse({ limit: 1e9 }));
      expect([listed.length, listed.at(-1), total]).toEqual([2000, 2000, 2001]);
      expect(await sequences(store, { limit: 0 })).toEqual({ sequences: [], total: 2001 });
    });
  });
}
