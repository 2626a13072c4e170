import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { boxedPrograms, openIsolation } from "../src/app/open-isolation.ts";
import { createChildExecutor } from "../src/features/programs/child-executor.ts";
import { skillProtocol } from "../src/features/programs/protocols/skill-protocol.ts";
import { createWarmProcesses } from "../src/features/programs/warm-processes.ts";
import { runToEnd } from "../src/sandbox/run-to-end.ts";
import { DEFAULT_LIMITS, type Sandbox } from "../src/sandbox/sandbox.ts";
import { makeRequest } from "../src/testing/executor-contract.ts";
import { measure } from "./measure.ts";
import { quantile } from "./quantile.ts";
import { type Row, ratio, wallOf } from "./report.ts";

const AT_ONCE = 16;
const WARM_TARGET_MS = 3;
/** Long enough for the next process to be there; it is not part of the figure. */
const START_AHEAD_MS = 400;

/** What the box costs: over a bare process, when a process was started ahead, and many at once. */
export async function benchSandbox({ rounds }: { rounds: number }): Promise<Row[]> {
  const noHosts = { open: () => Promise.reject(new Error("No host is asked for.")) };
  const isolation = openIsolation({ setting: "auto", proxy: noHosts, env: process.env });
  const sandbox = await isolation.sandboxFor("local");
  const scale = { rounds, runs: 1, warmUps: 2 };
  const [bareTrue, boxTrue, bareNode, boxNode] = await measure(
    [
      { name: "/bin/true", run: () => bare("/bin/true") },
      { name: "/bin/true in a box", run: () => boxed(sandbox, ["true"]) },
      { name: "node -e 0", run: () => bare(process.execPath, "-e", "0") },
      { name: "node -e 0 in a box, cold", run: () => boxed(sandbox, [NODE, "-e", "0"]) },
    ],
    scale,
  );
  const [bareMany, boxMany] = await measure(
    [
      {
        name: "node -e 0, 16 at once",
        atOnce: AT_ONCE,
        run: () => many(() => bare(process.execPath, "-e", "0")),
      },
      {
        name: "in a box, 16 at once",
        atOnce: AT_ONCE,
        run: () => many(() => boxed(sandbox, [NODE, "-e", "0"])),
      },
    ],
    { ...scale, rounds: Math.ceil(rounds / 4), warmUps: 1 },
  );
  const { cold, warm } = await benchCalls(Math.max(5, rounds));
  return [
    ratio(boxTrue, bareTrue, null, [wallOf]),
    ratio(boxNode, bareNode, 1.6, [wallOf]),
    ratio(boxMany, bareMany, null, [wallOf]),
    callRow("a call of a bundle's code, cold", cold, null),
    callRow("the same, by a process that was started ahead", warm, WARM_TARGET_MS),
  ];
}

const programs = boxedPrograms();
const NODE = programs.node;

async function bare(command: string, ...args: string[]): Promise<void> {
  await once(spawn(command, args, { stdio: "ignore", env: {} }), "exit");
}

async function boxed(sandbox: Sandbox, argv: readonly [string, ...string[]]): Promise<void> {
  const { exitCode } = await runToEnd(sandbox, {
    argv,
    cwd: "/",
    env: {},
    mounts: programs.mounts,
    network: "none",
    limits: DEFAULT_LIMITS,
    signal: new AbortController().signal,
  });
  if (exitCode !== 0) throw new Error(`The program ended with ${exitCode}.`);
}

async function many(run: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: AT_ONCE }, run));
}

/** From the request to the answer, when the process is gone. */
async function benchCalls(runs: number): Promise<{ cold: number[]; warm: number[] }> {
  const folder = mkdtempSync(join(tmpdir(), "capstan-bench-"));
  writeFileSync(join(folder, "skill.mjs"), "export const run = ({ inputs }) => inputs;");
  const noHosts = { open: () => Promise.reject(new Error("No host is asked for.")) };
  const warm = createWarmProcesses({ most: 1, maxAgeMs: 60_000 });
  const executor = createChildExecutor({
    isolation: openIsolation({ setting: "auto", proxy: noHosts, env: process.env }),
    programs,
    warm,
    layOut: async () => folder,
    protocols: new Map([["skill", skillProtocol]]),
  });
  const timed = async (bundle: string) => {
    const execution = { type: "child", protocol: "skill", bundle, entry: "skill.mjs", name: "run" };
    const before = performance.now();
    const { state } = await executor.execute(makeRequest({ execution, inputs: { a: 1 } }));
    if (state !== "completed") throw new Error(`The call is ${state}.`);
    return performance.now() - before;
  };
  try {
    await timed("first");
    const [coldMs, warmMs]: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run++) {
      // Another bundle each time: nothing was started for it.
      coldMs.push(await timed(`other ${run}`));
      await sleep(START_AHEAD_MS);
      warmMs.push(await timed(`other ${run}`));
    }
    return { cold: coldMs, warm: warmMs };
  } finally {
    await warm.close();
    rmSync(folder, { recursive: true });
  }
}

function callRow(name: string, samples: readonly number[], targetMs: number | null): Row {
  const median = quantile(samples, 0.5);
  return {
    name,
    against: "",
    figure: `${median.toFixed(1)} ms`,
    target: targetMs === null ? "" : `≤ ${targetMs} ms`,
    met: targetMs === null ? null : median <= targetMs,
    details: `p95 ${quantile(samples, 0.95).toFixed(1)} ms`,
  };
}
