import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { IS_LONG } from "../runs.ts";
import { createPrey, type Prey } from "./prey.ts";

type Outcome = {
  state: string;
  error?: { message: string };
  artifacts: { path: string }[];
  input_request?: { kind: string; approval_ids?: string[] };
  resume_token?: string;
};

/** Counts up, makes a file and removes one: done twice, or by half, it shows. */
const CODE =
  "read n round < n.txt; echo $((n+1)) $round > n.txt; echo made $round > outputs/$n.txt; rm -f gone.txt";

/** Other contents in each round: what is stored already is not stored again. */
const filesBefore = (prey: Prey) => ({
  "/gone.txt": `gone ${prey.round()}\n`,
  "/n.txt": `1 ${prey.round()}\n`,
});
const filesAfter = (prey: Prey) => ({
  "/n.txt": `2 ${prey.round()}\n`,
  "/outputs/1.txt": `made ${prey.round()}\n`,
});

/** The usual run kills where most is at stake: while files are read, taken back and recorded. */
const USUAL_POINTS = [
  "read content: before",
  "workspace capture: after",
  "commit call.record: before",
];

const STORES: Record<string, () => Promise<Record<string, string>>> = {
  SQLite: async () => ({}),
  PostgreSQL: async () => ({ DATABASE_URL: await emptySchema(), STATE_STORE_BACKEND: "postgres" }),
};

/** `npm run chaos` takes every single one. */
function indexesToKillAt(points: readonly string[]): number[] {
  if (process.env.MODE === "chaos") return [...points.keys()];
  return USUAL_POINTS.map((point) => points.indexOf(point)).sort((a, b) => a - b);
}

const LIMIT_MS = process.env.MODE === "chaos" ? 1_200_000 : 280_000;

/** On PostgreSQL most of it is waiting for leases. */
const USUAL = Object.entries(STORES).filter(([store]) => IS_LONG || store === "SQLite");

describe.each(USUAL)("X17: a program in a workspace over %s", (_store, open) => {
  test(
    "killed with kill -9 at every step: its files are as before or as after",
    async () => {
      const env = { ...(await open()), VICTIM_HOLDS_MS: "500" };
      const prey = createPrey({ env });
      try {
        await prey.start();
        await drive(prey);
        const points = prey.points();
        expect(points).toContain("workspace capture: after");
        expect(points).toContain("read content: before");
        for (const index of indexesToKillAt(points)) {
          const killedAt = points[index];
          await prey.nextRound(index + 1);
          await drive(prey).catch(() => {});
          // A point that only a slow moment has, such as renewing a lease, may not come again.
          await Promise.race([prey.death(), delay(10_000)]);
          const signal = await prey.kill();
          await prey.start();
          const found = await filesOf(prey);
          const { outcome, asked } = await drive(prey);
          expect.soft({ killedAt, signal, ...outcome, files: await filesOf(prey) }).toMatchObject({
            killedAt,
            signal: "SIGKILL",
            state: "completed",
            files: filesAfter(prey),
          });
          // Asked is only who has kept nothing; otherwise what was told is there.
          const { "/n.txt": first } = filesBefore(prey);
          const early = [undefined, {}, { "/n.txt": first }];
          const possible = asked
            ? [filesBefore(prey)]
            : [...early, filesBefore(prey), filesAfter(prey)];
          expect.soft(possible, killedAt).toContainEqual(found);
        }
      } finally {
        prey.close();
      }
    },
    LIMIT_MS,
  );
});

/** Does what a client does until the program has run once, also if it did a part of it before. */
async function drive(prey: Prey): Promise<{ outcome: Outcome; asked: boolean }> {
  const session = (await findSession(prey)) ?? (await openSession(prey));
  const files = (await filesOf(prey)) ?? {};
  if (!("/outputs/1.txt" in files)) {
    for (const [path, content] of Object.entries(filesBefore(prey)).reverse()) {
      if (!(path in files)) await prey.put(`/v1/sessions/${session}/files${path}`, content);
    }
  }
  const path = "/v1/tools/builtin:sandbox:execute_code/invoke";
  const body = {
    inputs: { language: "shell", code: CODE },
    session_id: session,
    message_id: prey.round(),
  };
  let asked = false;
  for (;;) {
    const outcome = await prey.ask<Outcome>("POST", path, body);
    const { kind, approval_ids = [] } = outcome.input_request ?? {};
    if (kind === "approval") await prey.ask("POST", `/v1/approvals/${approval_ids[0]}/run`);
    else if (kind === "reconcile") {
      asked = true;
      const { resume_token } = outcome;
      await prey.ask("POST", path, { resume_token, reconcile: "run_again" });
    } else if (outcome.state === "in_progress") await delay(200);
    else return { outcome, asked };
  }
}

async function findSession(prey: Prey): Promise<string | undefined> {
  type Sessions = { items: { id: string; title: string }[] };
  const { items } = await prey.ask<Sessions>("GET", "/v1/sessions");
  return items.find(({ title }) => title === prey.round())?.id;
}

async function openSession(prey: Prey): Promise<string> {
  const agent = await prey.ask<{ id: string }>("POST", "/v1/agents", {
    name: "coder",
    capabilities: ["sandbox"],
  });
  const wanted = { agent_id: agent.id, title: prey.round() };
  return (await prey.ask<{ id: string }>("POST", "/v1/sessions", wanted)).id;
}

async function filesOf(prey: Prey): Promise<Record<string, string> | undefined> {
  const session = await findSession(prey);
  if (!session) return undefined;
  return prey.files(session);
}
