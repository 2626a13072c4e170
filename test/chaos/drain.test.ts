import { expect, test } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { createFleet } from "./fleet.ts";
import type { Member } from "./member.ts";
import { events, eventually, look, openWitnessSession, say } from "./witness-session.ts";

const call = (name: string) => ({ tool_calls: [{ name, input: { line: "x" } }] });
const STEPS = [call("append_freely"), call("append_freely"), { text: "done" }];
const EXECUTES_MS = 1_000;

/** 0 when nobody answers. */
async function readiness(server: Member): Promise<number> {
  try {
    const signal = AbortSignal.timeout(2_000);
    return (await fetch(`${server.url()}/readyz`, { signal })).status;
  } catch {
    return 0;
  }
}

test("a worker told to stop ends its step, and another goes on at once", async () => {
  const env = { VICTIM_EXECUTES_MS: String(EXECUTES_MS) };
  const fleet = createFleet({ database: await emptySchema(), steps: STEPS, env });
  try {
    const server = fleet.server({ VICTIM_IDLE: "1" });
    const [first, second] = [fleet.worker(), fleet.worker()];
    await Promise.all([server.start(), first.start()]);
    const sessionId = await openWitnessSession(server);
    await say(server, sessionId);
    await eventually("its effect runs", 5_000, () => fleet.lines().length === 1);
    first.signal("SIGTERM");
    const started = second.start();
    await first.death();
    const ended = (await events(server, sessionId)).filter(({ type }) => type === "tool.completed");
    expect(ended.map(({ data }) => data.state)).toEqual(["completed"]);
    await started;
    // Before the lease of the first would have run out.
    const tookMs = await eventually("the other goes on", 9_000, async () => {
      return (await look(server, sessionId)).state === "completed";
    });
    process.stdout.write(
      `ended ${tookMs.toFixed(0)} ms after the other had gone, of which the effect ${EXECUTES_MS} ms\n`,
    );
    expect(fleet.lines()).toHaveLength(2);
  } finally {
    await fleet.close();
  }
});

test("a server told to stop answers what it was asked before", async () => {
  const env = { VICTIM_EXECUTES_MS: String(EXECUTES_MS) };
  const fleet = createFleet({ steps: [], env });
  try {
    const server = fleet.server();
    await server.start();
    const path = "/v1/tools/builtin:witness:append_freely/invoke";
    const answer = server.ask("POST", path, { inputs: { line: "x" } });
    await eventually("its effect runs", 5_000, () => fleet.lines().length === 1);
    server.signal("SIGTERM");
    expect(await answer).toMatchObject({ state: "completed" });
    await server.death();
  } finally {
    await fleet.close();
  }
});

test("a server told to stop is not ready any more, and ends its step", async () => {
  const env = { VICTIM_EXECUTES_MS: String(EXECUTES_MS) };
  const fleet = createFleet({ database: await emptySchema(), steps: STEPS, env });
  try {
    const [first, second] = [fleet.server(), fleet.server()];
    await Promise.all([first.start(), second.start()]);
    const sessionId = await openWitnessSession(first);
    expect(await readiness(first)).toBe(200);
    await say(first, sessionId);
    await eventually("its effect runs", 5_000, () => fleet.lines().length === 1);
    first.signal("SIGTERM");
    await eventually("it is not ready", 500, async () => (await readiness(first)) !== 200);
    await first.death();
    await eventually("the other goes on", 9_000, async () => {
      return (await look(second, sessionId)).state === "completed";
    });
    expect(fleet.lines()).toHaveLength(2);
    expect(await readiness(second)).toBe(200);
  } finally {
    await fleet.close();
  }
});
