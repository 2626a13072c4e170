import { afterEach, expect, test } from "vitest";
import { type Harness, OWNER, openHarness } from "../../../test/harness.ts";
import type { Model, ModelRequest } from "../../models/model.ts";
import { acceptMessage } from "../sessions/accept-message.ts";
import { cancelSession } from "../sessions/cancel-session.ts";

let harness: Harness;
afterEach(() => harness.close());

/** Writes a piece and then nothing more, until it is told to stop; the next turn it answers. */
function hangingModel(seen: ModelRequest[]): Model {
  return {
    async respond(request) {
      seen.push({ ...request, messages: [...request.messages] });
      if (seen.length > 1) return { text: "Then another way.", toolCalls: [] };
      request.onText?.("Half of the ");
      request.onText?.("answer is ");
      await new Promise((_, reject) =>
        request.signal?.addEventListener("abort", () => reject(new Error("aborted"))),
      );
      throw new Error("unreachable");
    },
  };
}

async function cancelled() {
  const seen: ModelRequest[] = [];
  harness = await openHarness({ model: hangingModel(seen) });
  const { id } = await harness.openSession();
  await acceptMessage(harness.engine, id, { content: "go" });
  await expect.poll(() => harness.engine.partialAnswers.get(id)?.text).toContain("Half of the");
  return { id, seen };
}

const said = async (id: string) =>
  (await harness.store.sessions.messages(id, { limit: 10, offset: 0 })).items;

test("X9: what a model had written when its turn was cancelled is kept, and marked so", async () => {
  const { id } = await cancelled();
  const session = await cancelSession(harness.engine, id, OWNER);
  expect(session).toMatchObject({ state: "failed", error: { code: "CANCELLED" } });
  // With the cancelling itself, in one step: who looks now sees it.
  expect(await said(id)).toMatchObject([
    { role: "user", content: "go" },
    { role: "assistant", content: expect.stringContaining("Half of the"), cancelled: true },
  ]);
  const { items } = await harness.store.sessions.events(id, { since: 0, limit: 50, offset: 0 });
  expect(items.slice(-2).map(({ type }) => type)).toEqual(["message.created", "turn.failed"]);
  await harness.rest(id);
  expect(await said(id)).toHaveLength(2);
});

test("X9: the next turn's model reads it, and that it was stopped there", async () => {
  const { id, seen } = await cancelled();
  await cancelSession(harness.engine, id, OWNER);
  await harness.say(id, "Do it another way.");
  const view = seen.at(-1)?.messages.map(({ role, content }) => `${role}: ${content}`) ?? [];
  expect(view).toHaveLength(3);
  expect(view[1]).toMatch(/^assistant: Half of the.*\n\n\[A person stopped the answer here\.\]$/s);
  expect((await said(id)).at(-1)).toMatchObject({ content: "Then another way." });
});

test("X9: cancelled by another process, it is kept where the model wrote", async () => {
  const { id } = await cancelled();
  const { engine } = harness;
  const elsewhere = { ...engine, partialAnswers: new Map(), turns: new Map() };
  await cancelSession(elsewhere, id, OWNER);
  expect(await said(id)).toHaveLength(1);
  engine.turns.get(id)?.abort();
  await expect
    .poll(async () => (await said(id)).at(-1))
    .toMatchObject({
      content: "Half of the answer is ",
      cancelled: true,
    });
});

test("a turn that is halted keeps nothing: it is answered anew", async () => {
  const { id } = await cancelled();
  harness.engine.turns.get(id)?.abort();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await said(id)).toHaveLength(1);
});
