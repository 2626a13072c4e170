import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { createPrey, type Prey } from "./prey.ts";

type Intent = {
  id: string;
  session_id: string;
  state: string;
  steps: { id: string; state: string }[];
  input_request: { kind: string; approval_ids?: string[]; invocation_id?: string } | null;
};

const step = (id: string, name: string, input: JsonObject) => ({
  id,
  name,
  input,
  says: `${name}.`,
});

/** The sum goes into a line, one line is asked about, and one comes after it. */
const STEPS = [
  step("s1", "add", { a: 2, b: 3 }),
  step("s2", "append_freely", { line: { $from: "s1", path: "/result" } }),
  step("s3", "append", { line: "asked" }),
  step("s4", "append_freely", { line: "last" }),
  step("s5", "look", {}),
];
const LINES = ["append_freely 5", "append asked", "append_freely last"];

const isLong = process.env.MODE === "chaos";
const LIMIT_MS = isLong ? 1_200_000 : 60_000;
const STORES: Record<string, () => Promise<Record<string, string>>> = {
  SQLite: async () => ({}),
  ...(isLong && {
    PostgreSQL: async () => ({
      DATABASE_URL: await emptySchema(),
      STATE_STORE_BACKEND: "postgres",
      // What a killed process had taken is free again after this; usually it takes far longer.
      VICTIM_LEASE_MS: "1500",
    }),
  }),
};

/** Before the plan, and in the middle of an effect; `npm run chaos` takes every single one. */
function indexesToKillAt(points: readonly string[]): number[] {
  if (isLong) return [...points.keys()];
  return [points.lastIndexOf("plan: before"), points.lastIndexOf("execute: written")];
}

describe.each(Object.entries(STORES))("a plan of five steps over %s", (store, open) => {
  test(
    "killed with kill -9 at every step: goes on where it stood, and does nothing twice",
    async () => {
      const prey = createPrey({
        env: { ...(await open()), VICTIM_PLAN: JSON.stringify(STEPS) },
      });
      try {
        await prey.start();
        const calm = await drive(prey);
        expect(calm).toEqual({ state: "completed", steps: Array(5).fill("completed") });
        expect(lines(prey)).toEqual(LINES);
        const points = prey.points();
        const began = performance.now();
        for (const index of indexesToKillAt(points)) {
          const killedAt = points[index];
          expect(killedAt).toBeDefined();
          await prey.nextRound(index + 1);
          await drive(prey).catch(() => {});
          const signal = await prey.death();
          await prey.start();
          const after = await drive(prey);
          const seen = { killedAt, signal, after, lines: lines(prey) };
          expect.soft(seen).toEqual({ killedAt, signal: "SIGKILL", after: calm, lines: LINES });
        }
        const seconds = Math.round((performance.now() - began) / 1_000);
        if (isLong) process.stdout.write(`${store}: ${points.length} kills in ${seconds} s\n`);
        expect(await prey.ask("GET", "/v1/audit/verify")).toMatchObject({ ok: true });
      } finally {
        prey.close();
      }
    },
    LIMIT_MS,
  );
});

function lines(prey: Prey): string[] {
  return prey.lines().map((line) => line.split(" ").slice(0, 2).join(" "));
}

/** A client that saw no answer says the same again, under the same id. */
async function drive(prey: Prey): Promise<{ state: string; steps: string[] }> {
  const session = await findOrOpenSession(prey);
  const body = { text: "go", session_id: session, message_id: prey.round() };
  const { id } = await prey.ask<Intent>("POST", "/v1/intents", body);
  const endsAt = performance.now() + (isLong ? 60_000 : 10_000);
  while (performance.now() < endsAt) {
    const intent = await prey.ask<Intent>("GET", `/v1/intents/${id}`);
    const { kind, approval_ids: [approval] = [], invocation_id = "" } = intent.input_request ?? {};
    if (kind === "approval") await prey.ask("POST", `/v1/approvals/${approval}/run`);
    else if (kind === "reconcile") {
      const now = await prey.ask<{ resume_token: string }>("GET", `/v1/sessions/${session}`);
      const ran = prey.lines().some((line) => line.includes(invocation_id));
      const reconcile = ran ? "ran" : "run_again";
      const answer = { resume_token: now.resume_token, reconcile };
      await prey.ask("POST", `/v1/sessions/${session}/resume`, answer);
    } else if (intent.state === "in_progress" || intent.state === "pending") await delay(20);
    else return { state: intent.state, steps: intent.steps.map(({ state }) => state) };
  }
  throw new Error("The plan does not come to its end by itself.");
}

async function findOrOpenSession(prey: Prey): Promise<string> {
  type Session = { id: string; title: string };
  const title = prey.round();
  const { items } = await prey.ask<{ items: Session[] }>("GET", "/v1/sessions");
  const found = items.find((session) => session.title === title);
  if (found) return found.id;
  const agent = await prey.ask<{ id: string }>("POST", "/v1/agents", {
    name: "witness",
    capabilities: ["test_math", "witness"],
  });
  return (await prey.ask<Session>("POST", "/v1/sessions", { agent_id: agent.id, title })).id;
}
