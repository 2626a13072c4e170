import { afterEach, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";
import { makeMessage } from "../testing/fixtures.ts";
import { countTakeover, excuseTakeovers } from "./takeovers.ts";
import { work } from "./work.ts";

let harness: Harness;
afterEach(() => harness.close());

const POISONED = { code: "TURN_POISONED" };

/** A session in a turn that no queue knows of. */
async function left() {
  harness = await openHarness({ steps: [{ text: "done" }] });
  const opened = await harness.openSession();
  const session = {
    ...opened,
    state: "in_progress" as const,
    turn: 1,
    version: opened.version + 1,
  };
  const place = { sessionId: session.id, turn: 1 };
  await harness.store.journal.commit("test.leave", [
    { type: "message.accept", message: makeMessage({ ...place, id: "msg_1", position: 0 }) },
    { type: "session.move", session, expect: opened.version },
  ]);
  return session;
}

test("F09: a turn that three processes died with is not taken over again", async () => {
  const { id } = await left();
  await countTakeover(harness.engine, id);
  await countTakeover(harness.engine, id);
  await expect(countTakeover(harness.engine, id)).rejects.toMatchObject(POISONED);
});

test("F09: a stored step starts the count anew", async () => {
  const { id } = await left();
  const role = "assistant" as const;
  for (let position = 1; position < 6; position++) {
    await countTakeover(harness.engine, id);
    await countTakeover(harness.engine, id);
    const message = makeMessage({ sessionId: id, turn: 1, id: `msg_a${position}`, position, role });
    await harness.store.journal.commit("test.step", [{ type: "message.add", message }]);
  }
});

test("F09: a process that is told to end is no takeover", async () => {
  const { id } = await left();
  for (let deploy = 0; deploy < 5; deploy++) {
    harness.engine.turns.set(id, new AbortController());
    await excuseTakeovers(harness.engine);
    await countTakeover(harness.engine, id);
  }
  harness.engine.turns.clear();
  expect(await harness.store.takeovers.get(id)).toMatchObject({ count: 0 });
});

test("F09: a poisoned turn is on record, and the session takes the next message", async () => {
  const { id } = await left();
  await countTakeover(harness.engine, id);
  await countTakeover(harness.engine, id);
  await work(harness.engine, id, true);
  expect(await harness.rest(id)).toMatchObject({ state: "failed", error: POISONED });
  expect(await harness.records()).toContainEqual(
    expect.objectContaining({
      type: "turn.poisoned",
      sessionId: id,
      data: { turn: 1, takeovers: 3 },
    }),
  );
  expect(harness.reported).toMatchObject([POISONED]);
  expect(await harness.say(id)).toMatchObject({ state: "completed", turn: 2 });
});
