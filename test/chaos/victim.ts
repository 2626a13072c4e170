import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { startServer } from "../../src/app/start-server.ts";
import { type At, faultyExecutor, faultyModel, faultyStore } from "../../src/testing/faults.ts";
import { createWitness } from "../../src/testing/witness.ts";

// A server that dies by `kill -9`, or is frozen, at the n-th point it passes. It writes down every
// point that it passes.
const home = process.env.CAPSTAN_HOME ?? "";
const haltAt = Number(process.env.VICTIM_HALTS_AT ?? 0);
const signal = process.env.VICTIM_SIGNAL ?? "SIGKILL";

/** Neither setting up a home nor what the clock does is a step of a call or of a turn. */
const NO_STEP = [
  "agent.add",
  "token.add",
  "policy.change",
  "catalog.drift",
  "audit.seal",
  "master-key.note",
  "owner.beat",
  "store.tidy",
].map((it) => `commit ${it}:`);

process.stdin.resume().on("end", () => process.exit());

let passed = 0;
const at: At = (point) => {
  if (NO_STEP.some((step) => point.startsWith(step))) return;
  appendFileSync(join(home, "points.txt"), `${point}\n`);
  passed += 1;
  if (passed === haltAt) process.kill(process.pid, signal);
};

const { url } = await startServer({
  env: process.env,
  version: "test",
  report: (error) => process.stderr.write(`${error}\n`),
  adjust: (options) => ({
    ...options,
    store: faultyStore(options.store, at),
    model: faultyModel(options.model, at),
    capabilities: [
      createWitness(join(home, "witness.txt"), { afterWrite: () => at("execute: written") }),
    ],
    wrapExecutor: (executor) => faultyExecutor(executor, at),
  }),
});
process.stdout.write(`ready ${url}\n`);
