import { expect, test } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import type { Member } from "./member.ts";
import { eventually, look, openWitnessSession, say } from "./witness-session.ts";

type AuditItem = { type: string; data: { resume_token?: string } };

const isLong = process.env.MODE === "chaos";
const STEPS = [{ tool_calls: [{ name: "append_freely", input: { line: "x" } }] }, { text: "done" }];
const TOOL = "/v1/tools/builtin:witness:append_freely/invoke";

/** The question about the call that the cancelled turn left, and what the answer comes to. */
async function settled(fleet: Fleet, server: Member, sessionId: string, withinMs: number) {
  const records = async () => {
    const path = `/v1/audit?session_id=${sessionId}`;
    return (await server.ask<{ items: AuditItem[] }>("GET", path)).items;
  };
  let token: string | undefined;
  await eventually("it is asked about", withinMs, async () => {
    const asked = (await records()).find(({ type }) => type === "invocation.interrupted");
    token = asked?.data.resume_token;
    return token !== undefined;
  });
  const unknown = await server.ask("GET", "/readyz");
  const answer = { resume_token: token, reconcile: "run_again" };
  const outcome = await server.ask<{ state: string }>("POST", TOOL, answer);
  const { state } = await look(server, sessionId);
  return { unknown, outcome: outcome.state, state, lines: fleet.lines().length };
}

const SETTLED = {
  unknown: expect.objectContaining({ unknown_calls: 1 }),
  outcome: "completed",
  state: "failed",
  lines: 1,
};

test("a turn cancelled after a crash leaves no unknown effect unasked about", async () => {
  const fleet = createFleet({ steps: STEPS, startWithinMs: 5_000 });
  try {
    const server = fleet.server();
    await server.start({ VICTIM_HALTS_AT: "commit call.claim: after" });
    const sessionId = await openWitnessSession(server);
    await say(server, sessionId).catch(() => {});
    await server.death();
    await server.start();
    // The server waits for the last instant at which the effect might have begun.
    await server.ask("POST", `/v1/sessions/${sessionId}/cancel`, {});
    expect(await settled(fleet, server, sessionId, 10_000)).toEqual(SETTLED);
  } finally {
    await fleet.close();
  }
});

test.runIf(isLong)(
  "so does one cancelled on a server when its worker has died (npm run chaos)",
  async () => {
    const fleet = createFleet({ database: await emptySchema(), steps: STEPS });
    try {
      const [server, worker] = [fleet.server({ VICTIM_IDLE: "1" }), fleet.worker()];
      await Promise.all([
        server.start(),
        worker.start({ VICTIM_HALTS_AT: "commit call.claim: after" }),
      ]);
      const sessionId = await openWitnessSession(server);
      await say(server, sessionId);
      await worker.death();
      await server.ask("POST", `/v1/sessions/${sessionId}/cancel`, {});
      expect(await settled(fleet, server, sessionId, 40_000)).toEqual(SETTLED);
    } finally {
      await fleet.close();
    }
  },
  60_000,
);
