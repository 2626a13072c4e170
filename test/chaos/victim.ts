import { appendFileSync, rmSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import type { AssembleOptions } from "../../src/app/assemble-options.ts";
import { startServer } from "../../src/app/start-server.ts";
import { startWorker } from "../../src/app/start-worker.ts";
import {
  type At,
  faultyExecutor,
  faultyModel,
  faultyStore,
  faultyWorkspaces,
} from "../../src/testing/faults.ts";
import { createWitness } from "../../src/testing/witness.ts";
import { createFickle } from "./fickle.ts";
import { playSkills } from "./played-skills.ts";
import { createRandom } from "./random.ts";
import { withLease } from "./with-lease.ts";
import { withPlan } from "./with-plan.ts";

// A server or a worker that dies by `kill -9`, or is frozen, at the n-th point it passes or at the
// first of a name. It writes down every point that it passes, and may dawdle at some. A number on its
// input begins anew: the points that count are those it passes from then on.
const home = process.env.CAPSTAN_HOME ?? "";
let haltAt = process.env.VICTIM_HALTS_AT ?? "0";
const signal = process.env.VICTIM_SIGNAL ?? "SIGKILL";
const dawdleMs = Number(process.env.VICTIM_DAWDLES_MS ?? 0);
const random = createRandom(process.env.VICTIM_SEED ?? "");
const witness = process.env.VICTIM_WITNESS ?? join(home, "witness.txt");
const execution = Number(process.env.VICTIM_EXECUTES_MS ?? 0);
const leaseMs = Number(process.env.VICTIM_LEASE_MS ?? 0);
const holdMs = Number(process.env.VICTIM_HOLDS_MS ?? 0);
const plan = process.env.VICTIM_PLAN ?? "";
const isIdle = process.env.VICTIM_IDLE === "1";

/** Neither setting up a home nor what the clock does is a step of a call or of a turn. */
const NO_STEP = [
  "agent.add",
  "capability.put",
  "token.add",
  "policy.change",
  "catalog.drift",
  ...(process.env.VICTIM_NOTES_SEALS === "1" ? [] : ["audit.seal"]),
  "master-key.note",
  "owner.beat",
  "principals.see",
  "store.tidy",
  "webhook.send",
].map((it) => `commit ${it}:`);

const points = join(home, "points.txt");
let passed = 0;
const at: At = async (point) => {
  if (NO_STEP.some((step) => point.startsWith(step))) return;
  appendFileSync(points, `${point}\n`);
  passed += 1;
  if (String(passed) === haltAt || point === haltAt) process.kill(process.pid, signal);
  if (dawdleMs > 0 && random() < 0.5) await delay(random() * dawdleMs);
};

createInterface(process.stdin)
  .on("line", (nth) => {
    haltAt = nth;
    passed = 0;
    rmSync(points, { force: true });
    process.stdout.write("armed\n");
  })
  .on("close", () => process.exit());

const options = {
  env: process.env,
  version: "test",
  report: (error: unknown) => process.stderr.write(`${error}\n`),
  // Taking in packs is no step of a call or of a turn either, and takes longer than most of them.
  adjust: ({ packFolders: _, ...plain }: AssembleOptions): AssembleOptions => ({
    ...plain,
    ...(plain.shared && { shared: withLease(plain, { leaseMs, isIdle }) }),
    store: faultyStore(plain.store, at),
    model: faultyModel(withPlan(plain.model, plan), at),
    capabilities: [
      createWitness(witness, {
        async afterWrite() {
          await at("execute: written");
          if (execution > 0) await delay(execution);
        },
      }),
      createFickle(witness, async () => at("execute: written")),
    ],
    wrapExecutor: (executor) => playSkills(faultyExecutor(executor, at), witness, at),
    wrapWorkspaces: (workspaces) => faultyWorkspaces(workspaces, at),
    ...(holdMs > 0 && { leaseTimes: { leaseMs: holdMs, waitMs: 10 * holdMs } }),
  }),
};

const running =
  process.env.VICTIM_ROLE === "worker"
    ? { url: "-", ...(await startWorker(options)) }
    : await startServer(options);
process.once("SIGTERM", () => void running.stop().finally(() => process.exit()));
// A process that is killed leaves no compiled code to the next one.
flushCompileCache();
process.stdout.write(`ready ${running.url}\n`);
