import { setTimeout as delay } from "node:timers/promises";
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { makeAgent, makeMessage, makeSession } from "../testing/fixtures.ts";
import { rememberReads } from "./remember-reads.ts";
import { openSqliteStore } from "./sqlite/open-sqlite-store.ts";
import type { Store } from "./store.ts";

const session = makeSession();
const agent = makeAgent();

/** A store that counts how often a session is read from it. */
async function counted() {
  const inner = openSqliteStore(":memory:");
  onTestFinished(() => inner.close());
  await inner.journal.commit("test.open", [
    { type: "agent.add", agent },
    { type: "session.add", session },
  ]);
  let reads = 0;
  const counting: Store = {
    ...inner,
    sessions: {
      ...inner.sessions,
      get(id) {
        reads += 1;
        return inner.sessions.get(id);
      },
    },
  };
  return { inner, store: rememberReads(counting), reads: () => reads };
}

const moved = { ...session, state: "in_progress", version: 2 } as const;

test("a session is read once; a move of it is known", async () => {
  const { inner, store, reads } = await counted();
  for (let times = 0; times < 3; times++) await store.sessions.get(session.id);
  await store.journal.commit("test.accept", [
    { type: "message.accept", message: makeMessage() },
    // What a mover once read of the last turn is not what counts.
    { type: "session.move", session: { ...moved, turn: 1, lastTurn: 7 }, expect: 1 },
  ]);
  const known = await store.sessions.get(session.id);
  expect(known).toEqual(await inner.sessions.get(session.id));
  expect(known).toMatchObject({ version: 2, turn: 1, lastTurn: 1 });
  expect(reads()).toBe(1);
});

test("F08: the claim of an effectful call forgets nothing: a condition writes nothing", async () => {
  const { store, reads } = await counted();
  await store.sessions.get(session.id);
  await store.journal.commit("call.claim", [{ type: "halt.expect" }]);
  await store.sessions.get(session.id);
  expect(reads()).toBe(1);
});

test("of two moves at once, the second is what is known", async () => {
  const { inner, store } = await counted();
  await store.sessions.get(session.id);
  const again = { ...moved, state: "completed", version: 3 } as const;
  await Promise.all([
    store.journal.commit("test.move", [{ type: "session.move", session: moved, expect: 1 }]),
    store.journal.commit("test.move", [{ type: "session.move", session: again, expect: 2 }]),
  ]);
  const known = await store.sessions.get(session.id);
  expect(known).toEqual(await inner.sessions.get(session.id));
  expect(known).toMatchObject({ version: 3 });
});

test("what others commit meanwhile changes nothing about what is known", async () => {
  const { store, reads } = await counted();
  const other = makeSession({ id: "session_other" });
  await store.journal.commit("test.open", [{ type: "session.add", session: other }]);
  await Promise.all([store.sessions.get(session.id), store.sessions.get(other.id)]);
  await Promise.all(
    [session, other].map(({ id }) =>
      store.journal.commit("test.move", [
        { type: "session.move", session: { ...moved, id }, expect: 1 },
      ]),
    ),
  );
  for (const { id } of [session, other]) {
    expect(await store.sessions.get(id)).toMatchObject({ id, version: 2 });
  }
  expect(reads()).toBe(2);
});

test("of two moves at once, the first does not bring back what it knew", async () => {
  const { inner, store } = await counted();
  await store.sessions.get(session.id);
  const again = { ...moved, state: "completed", version: 3 } as const;
  const first = store.journal.commit("test.move", [
    { type: "session.move", session: moved, expect: 1 },
  ]);
  // Longer under way than the first.
  const second = store.journal.commit("test.add", [
    { type: "agent.put", agent },
    { type: "session.move", session: again, expect: 2 },
  ]);
  await first;
  expect(await store.sessions.get(session.id)).toEqual(await inner.sessions.get(session.id));
  await second;
});

test("whoever reads while a commit is under way gets what it has written", async () => {
  const { store } = await counted();
  await store.sessions.get(session.id);
  const written = store.journal.commit("test.move", [
    { type: "session.move", session: moved, expect: 1 },
  ]);
  expect(await store.sessions.get(session.id)).toMatchObject({ version: 2 });
  await written;
});

test("a conflict makes it read everything anew: someone else may have written", async () => {
  const { inner, store } = await counted();
  await store.sessions.get(session.id);
  await inner.journal.commit("test.move", [{ type: "session.move", session: moved, expect: 1 }]);
  expect(await store.sessions.get(session.id)).toMatchObject({ version: 1 });
  const stale = { type: "session.move", session: moved, expect: 1 } as const;
  await expect(store.journal.commit("test.move", [stale])).rejects.toThrow();
  expect(await store.sessions.get(session.id)).toMatchObject({ version: 2 });
});

/** What is said in a session, in the way in which stores are told: a turn begins, or goes on. */
const said = fc.array(
  fc.record({
    begins: fc.boolean(),
    back: fc.integer({ min: 0, max: 3 }),
    content: fc.oneof(
      { weight: 9, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
      { weight: 1, arbitrary: fc.constantFrom("\ud800", "long ".repeat(15_000)) },
    ),
  }),
  { maxLength: 25 },
);

test("what was said last is read as the store would read it", async () => {
  await fc.assert(
    fc.asyncProperty(said, fc.boolean(), async (steps, atOnce) => {
      const inner = openSqliteStore(":memory:");
      try {
        const store = rememberReads(inner);
        await store.journal.commit("test.open", [
          { type: "agent.add", agent },
          { type: "session.add", session },
        ]);
        let lastTurn = 0;
        let under = Promise.resolve();
        for (const [at, { begins, back, content }] of steps.entries()) {
          const accepts = begins || lastTurn === 0;
          if (accepts) lastTurn += 1;
          const message = makeMessage({
            id: `msg_${at}`,
            turn: accepts ? lastTurn : Math.max(1, lastTurn - back),
            // Some come before others that are there already.
            position: accepts ? 0 : 100 - at * (at % 2 === 0 ? 1 : -1),
            content,
          });
          const type = accepts ? "message.accept" : "message.add";
          under = store.journal.commit("test.say", [{ type, message }]);
          if (!atOnce) await under;
          for (const after of [lastTurn - 1, lastTurn - 2, 0]) {
            const known = await store.sessions.conversation(session.id, lastTurn, after);
            expect(known).toEqual(await inner.sessions.conversation(session.id, lastTurn, after));
          }
        }
        await under;
      } finally {
        await inner.close();
      }
    }),
    { numRuns: 60 },
  );
});

test("the turn that runs and the one before are not read again", async () => {
  const { inner } = await counted();
  const asked: number[] = [];
  const store = rememberReads({
    ...inner,
    sessions: {
      ...inner.sessions,
      conversation(id, through, after = 0) {
        asked.push(through);
        return inner.sessions.conversation(id, through, after);
      },
    },
  });
  for (const turn of [1, 2, 3]) {
    const message = makeMessage({ id: `msg_${turn}`, turn });
    await store.journal.commit("test.say", [{ type: "message.accept", message }]);
    const after = Math.max(0, turn - 2);
    const known = await store.sessions.conversation(session.id, turn, after);
    expect(known).toHaveLength(turn - after);
  }
  expect(asked).toEqual([]);
  expect(await store.sessions.conversation(session.id, 3)).toHaveLength(3);
  expect(asked).toEqual([3]);
});

test("a read that fails is tried again", async () => {
  const { inner } = await counted();
  let failures = 1;
  const store = rememberReads({
    ...inner,
    agents: {
      ...inner.agents,
      async get(id) {
        if (failures-- > 0) throw new Error("busy");
        return inner.agents.get(id);
      },
    },
  });
  await expect(store.agents.get(agent.id)).rejects.toThrow("busy");
  expect(await store.agents.get(agent.id)).toMatchObject({ id: agent.id });
});

test("a read and a commit that fail together are told to who asked, and to nobody else", async () => {
  const { inner } = await counted();
  const broken = async () => {
    throw new Error("The disk is gone.");
  };
  const store = rememberReads({
    ...inner,
    sessions: { ...inner.sessions, get: broken },
    journal: { ...inner.journal, commit: broken },
  });
  const unheard: unknown[] = [];
  const listen = (error: unknown) => unheard.push(error);
  process.on("unhandledRejection", listen);
  onTestFinished(() => void process.off("unhandledRejection", listen));
  const move = { type: "session.move", session: moved, expect: 1 } as const;
  const results = await Promise.allSettled([
    store.sessions.get(session.id),
    store.journal.commit("test.move", [move]),
  ]);
  await delay(10);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(unheard).toEqual([]);
});
