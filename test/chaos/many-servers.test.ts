import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { openEventReader } from "./event-reader.ts";
import { createFleet } from "./fleet.ts";
import { ADMIN_KEY, type Env } from "./member.ts";
import { events, eventually, look, openWitnessSession, say } from "./witness-session.ts";

const call = (name: string, input: unknown = { line: "x" }) => ({ tool_calls: [{ name, input }] });
/** Three processes start at once. What may take how long is said where it is waited for. */
const WITH_START_MS = 60_000;
const IDLE = { VICTIM_IDLE: "1" };

/** Two servers that run no turns, and a worker that does. */
async function openFleet(steps: readonly unknown[], env: Env = {}) {
  const fleet = createFleet({ database: await emptySchema(), steps, env });
  const [a, b, worker] = [fleet.server(IDLE), fleet.server(IDLE), fleet.worker()];
  await Promise.all([a, b, worker].map((member) => member.start()));
  return { fleet, a, b, worker, sessionId: await openWitnessSession(a) };
}

describe("two servers and a worker", { timeout: WITH_START_MS }, () => {
  test("an SSE client that reconnects to the other server sees every event once and in order", async () => {
    const reads = Array.from({ length: 12 }, () => call("look", {}));
    const env = { VICTIM_DAWDLES_MS: "60", VICTIM_SEED: "sse" };
    const { fleet, a, b, sessionId } = await openFleet([...reads, { text: "done" }], env);
    try {
      const seen: number[] = [];
      await say(a, sessionId);
      let reconnects = 0;
      while ((await look(a, sessionId)).state !== "completed" && reconnects < 100) {
        const reader = await openEventReader([a, b][reconnects % 2] ?? a, sessionId, seen.length);
        await delay(200);
        await reader.close();
        seen.push(...reader.sequences);
        reconnects += 1;
      }
      const last = await openEventReader(b, sessionId, seen.length);
      const stored = (await events(a, sessionId)).map(({ sequence }) => sequence);
      await eventually("the rest comes", 5_000, () => {
        return seen.length + last.sequences.length >= stored.length;
      });
      await last.close();
      expect([...seen, ...last.sequences]).toEqual(stored);
      expect(stored).toEqual(Array.from({ length: stored.length }, (_, n) => n + 1));
      expect(reconnects).toBeGreaterThan(2);
    } finally {
      await fleet.close();
    }
  });

  describe("while an effect runs on the worker", () => {
    type Members = Awaited<ReturnType<typeof openFleet>>;
    let members: Members;
    beforeAll(async () => {
      const steps = [call("append_freely"), call("look", {}), { text: "done" }];
      members = await openFleet(steps, { VICTIM_EXECUTES_MS: "8000" });
    }, WITH_START_MS);
    afterAll(() => members?.fleet.close());

    /** A session of its own whose effect has begun. */
    async function begun({ fleet, a }: Members, messages: number): Promise<string> {
      const before = fleet.lines().length;
      const sessionId = await openWitnessSession(a);
      for (let message = 0; message < messages; message++) await say(a, sessionId);
      await eventually("the effect runs", 5_000, () => fleet.lines().length === before + 1);
      return sessionId;
    }

    test.each([
      { messages: 1, what: "a turn" },
      { messages: 2, what: "a turn behind which another waits" },
    ])("cancelling $what on a server ends it on the worker", async ({ messages }) => {
      const { a, b } = members;
      const sessionId = await begun(members, messages);
      await b.ask("POST", `/v1/sessions/${sessionId}/cancel`, {});
      const tookMs = await eventually("the worker stops", 3_000, async () => {
        return (await events(a, sessionId)).some(({ type }) => type === "tool.completed");
      });
      process.stdout.write(`cancelled on the other machine within ${tookMs.toFixed(0)} ms\n`);
      const told = (await events(a, sessionId)).find(({ type }) => type === "tool.completed");
      // It had begun: nobody says that it did not happen.
      expect(told?.data).toMatchObject({ state: "failed", error: { code: "OUTCOME_UNKNOWN" } });
      await eventually("what waits is done", 5_000, async () => {
        const { state, turn } = await look(a, sessionId);
        return turn === messages && state === (messages === 1 ? "failed" : "completed");
      });
    });

    test("a halt set on a server stops the worker within 2 s; its effect is asked about, and its turn goes on", async () => {
      const { fleet, a, b } = members;
      const sessionId = await begun(members, 1);
      const { length } = fleet.lines();
      await b.ask("POST", "/v1/halt", { reason: "test" }, ADMIN_KEY);
      const tookMs = await eventually("the worker stops", 2_000, async () => {
        return (await look(a, sessionId)).state === "input_required";
      });
      process.stdout.write(`halted on the other machine within ${tookMs.toFixed(0)} ms\n`);
      const halted = await events(a, sessionId);
      await delay(1_000);
      expect(await events(a, sessionId)).toEqual(halted);
      await a.ask("DELETE", "/v1/halt", undefined, ADMIN_KEY);
      const { input_request, resume_token } = await look(a, sessionId);
      expect(input_request).toMatchObject({ kind: "reconcile" });
      const answer = { resume_token, reconcile: "ran" };
      await a.ask("POST", `/v1/sessions/${sessionId}/resume`, answer);
      await eventually("the turn ends", 5_000, async () => {
        return (await look(b, sessionId)).state === "completed";
      });
      expect(fleet.lines()).toHaveLength(length);
    });
  });

  test("a poison turn ends failed with its reason, and blocks nothing", async () => {
    const poison = { text: "never", expect: { tools_include: ["no_such_tool"] } };
    const database = await emptySchema();
    const fleet = createFleet({ database, steps: [poison, { text: "fine" }] });
    const [a, worker] = [fleet.server(IDLE), fleet.worker()];
    try {
      await Promise.all([a.start(), worker.start()]);
      const sessionId = await openWitnessSession(a);
      await say(a, sessionId);
      await eventually("it fails", 5_000, async () => {
        return (await look(a, sessionId)).state === "failed";
      });
      const end = (await events(a, sessionId)).at(-1);
      expect(end).toMatchObject({ type: "turn.failed", data: { error: { code: "SCRIPT_UNMET" } } });
      const next = await openWitnessSession(a);
      await say(a, next);
      await eventually("the next one is worked on", 5_000, async () => {
        return (await look(a, next)).state === "failed";
      });
    } finally {
      await fleet.close();
    }
  });
});
