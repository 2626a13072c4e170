import { afterEach, describe, expect, test } from "vitest";
import { type Harness, openHarness } from "../../../test/harness.ts";
import type { Model } from "../../models/model.ts";
import { acceptMessage } from "./accept-message.ts";
import { requireSession } from "./require-session.ts";

let harness: Harness;
afterEach(() => harness.close());

describe("messages that cannot be done soon", () => {
  /** A model that answers nobody until it is let go. */
  function heldModel() {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const respond: Model["respond"] = async () => {
      await released;
      return { text: "done", toolCalls: [] };
    };
    return { model: { respond }, release };
  }

  test("more of one session than may wait are refused, with when to come back", async () => {
    const { model, release } = heldModel();
    harness = await openHarness({ model, limits: { messages_queued: 2 } });
    const { id } = await harness.openSession();
    const send = () => acceptMessage(harness.engine, id, { content: "go" });
    for (let sent = 0; sent < 3; sent++) await send();
    await expect(send()).rejects.toMatchObject({
      code: "QUEUE_FULL",
      message: expect.stringContaining("2 messages of this session wait"),
      details: { retry_after_s: 2 },
    });
    expect(await requireSession(harness.gate, id)).toMatchObject({ turn: 1, lastTurn: 3 });
    release();
    expect(await harness.rest(id)).toMatchObject({ state: "completed", turn: 3 });
  });

  test("those of more sessions than the server can take on are refused", async () => {
    const { model, release } = heldModel();
    harness = await openHarness({ model, limits: { queue_depth: 1 } });
    const [first, second] = [await harness.openSession(), await harness.openSession()];
    const send = (id: string) => acceptMessage(harness.engine, id, { content: "go" });
    await send(first.id);
    await expect(send(second.id)).rejects.toMatchObject({
      code: "QUEUE_FULL",
      message: expect.stringContaining("More sessions wait"),
    });
    expect(await requireSession(harness.gate, second.id)).toMatchObject({ lastTurn: 0 });
    release();
    await harness.rest(first.id);
    await expect.poll(() => harness.engine.queue.depth).toBe(0);
    await send(second.id);
    expect((await harness.rest(second.id)).state).toBe("completed");
  });
});
