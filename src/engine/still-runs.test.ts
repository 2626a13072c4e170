import { afterEach, describe, expect, test } from "vitest";
import { type Harness, OWNER, openHarness } from "../../test/harness.ts";
import { defineCapability } from "../app/define-capability.ts";
import type { Session } from "../schema/session.ts";
import { acceptMessage } from "./sessions/accept-message.ts";
import { createAgent } from "./sessions/agents.ts";
import { moveSession } from "./sessions/move-session.ts";
import { pauseSession } from "./sessions/pause-session.ts";
import { requireSession } from "./sessions/require-session.ts";
import { resumeSession, sessionToken } from "./sessions/resume-session.ts";
import { stillRuns } from "./still-runs.ts";

let harness: Harness;
afterEach(() => harness.close());

const MOVED = { started() {}, takeMoved: () => true, end() {} };

describe("a turn goes on", () => {
  async function runningTurn() {
    harness = await openHarness();
    const opened = await harness.openSession();
    return move(opened, { state: "in_progress", turn: 1 });
  }

  async function move(session: Session, to: Parameters<typeof moveSession>[2]) {
    const moved = moveSession(harness.engine, session, to);
    await harness.gate.store.journal.commit("test.move", [moved.change]);
    return moved.session;
  }

  test("X9: while it is the one in progress, in the version that is stored", async () => {
    const session = await runningTurn();
    const now = await move(session, { state: "in_progress" });
    expect(await stillRuns(harness.engine, session, MOVED)).toEqual(now);
  });

  test("X9: unread while nobody has moved its session", async () => {
    const session = await runningTurn();
    await move(session, { state: "in_progress" });
    const unmoved = { ...MOVED, takeMoved: () => false };
    expect(await stillRuns(harness.engine, session, unmoved)).toBe(session);
  });

  test.each([
    { state: "paused" },
    { state: "failed" },
    { state: "input_required" },
    { state: "in_progress", turn: 2 },
  ] as const)("X9: no further once its session is %o", async (to) => {
    const session = await runningTurn();
    await move(session, to);
    expect(await stillRuns(harness.engine, session, MOVED)).toBeUndefined();
  });
});

describe("a pause", () => {
  /** A turn that is at its tool until it is let go. */
  async function atItsTool() {
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const slow = defineCapability({
      id: "slow",
      name: "Slow",
      description: "Takes its time.",
      status: "available",
      tools: [
        {
          name: "wait",
          description: "Waits until it is let go.",
          riskLevel: "LOW",
          inputSchema: { type: "object" },
          async run() {
            start();
            await released;
            return {};
          },
        },
      ],
    });
    const steps = [{ tool_calls: [{ name: "wait", input: {} }] }, { text: "one" }, { text: "two" }];
    harness = await openHarness({ capabilities: [slow], steps });
    const { engine } = harness;
    const wanted = { name: "s", systemPrompt: "", capabilities: ["slow"], model: undefined };
    const agent = await createAgent(engine, wanted, "owner");
    const { id } = await harness.openSession({ agentId: agent.id });
    await acceptMessage(engine, id, { content: "go" });
    await started;
    return { id, release };
  }

  const rolesOf = async (id: string) => {
    const { items } = await harness.store.sessions.messages(id, { limit: 20, offset: 0 });
    return items.map(({ turn, role }) => `${turn} ${role}`);
  };

  test("S17: holds the turn after the call that runs, and what is written meanwhile waits", async () => {
    const { id, release } = await atItsTool();
    const { engine } = harness;
    await pauseSession(engine, id, OWNER);
    await acceptMessage(engine, id, { content: "and this" });
    release();
    await expect.poll(() => engine.queue.busy).toBe(false);
    // Somebody pushes it once more: a pause is no end.
    engine.queue.push(id);
    await expect.poll(() => engine.queue.busy).toBe(false);
    const paused = await requireSession(harness.gate, id);
    expect(paused).toMatchObject({ state: "paused", turn: 1, lastTurn: 2 });
    expect(await rolesOf(id)).not.toContain("2 assistant");
    expect((await rolesOf(id)).filter((it) => it === "1 assistant")).toHaveLength(1);

    const resumeToken = sessionToken(harness.gate, paused);
    await resumeSession(engine, id, { resumeToken }, OWNER);
    expect(await harness.rest(id)).toMatchObject({ state: "completed", turn: 2 });
    expect(await rolesOf(id)).toEqual([
      "1 user",
      "1 assistant",
      "1 tool",
      "1 assistant",
      "2 user",
      "2 assistant",
    ]);
  });
});
