import { randomUUID } from "node:crypto";
import { type CommandResult, runToEnd } from "../run-to-end.ts";
import { DEFAULT_LIMITS, type Exceeded, type Sandbox } from "../sandbox.ts";
import type { Canary } from "../sandbox-health.ts";
import { CANARIES, type CanaryPlan } from "./canary-plans.ts";
import { LIMIT_CANARIES, type LimitCanary } from "./limit-canaries.ts";
import { type Outside, prepareOutside } from "./outside.ts";

const EACH_MS = 10_000;
const MEGABYTE = 1024 ** 2;

/**
 * Tries in a real box, one after another, what must not succeed. Each program says what it could do,
 * and where the host can see it as well, the host is believed.
 */
export async function runCanaries(
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<readonly Canary[]> {
  const outside = await prepareOutside(randomUUID());
  try {
    const told: Canary[] = [];
    for (const plan of [...CANARIES, ...LIMIT_CANARIES])
      told.push(await runCanary(plan, { sandbox, outside, signal }));
    return told;
  } finally {
    await outside.remove();
  }
}

type Surroundings = {
  readonly sandbox: Sandbox;
  readonly outside: Outside;
  readonly signal: AbortSignal;
};

type Plan = CanaryPlan & Partial<LimitCanary>;

async function runCanary(plan: Plan, surroundings: Surroundings): Promise<Canary> {
  const { name } = plan;
  try {
    const said = await tryInBox(plan, surroundings);
    const seen = await plan.seen?.(surroundings.outside);
    if (said.did || seen) return { name, held: false, message: plan.broken };
    return { name, held: true, message: plan.held };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name, held: false, message: `It could not be tried: ${reason}` };
  }
}

/** Whether the program could do what it must not. It has to say so itself: silence proves nothing. */
async function tryInBox(
  { program, limits, exceeded }: Plan,
  { sandbox, outside, signal }: Surroundings,
): Promise<{ readonly did: boolean }> {
  const node = process.execPath;
  const result = await runToEnd(sandbox, {
    argv: [node, "--no-warnings", "-e", program, JSON.stringify(outside.given)],
    cwd: "/",
    env: { LANG: "C.UTF-8" },
    // At the same place as outside, so that a box that does not hold is seen not to.
    mounts: [
      { source: node, target: node, mode: "ro" },
      { source: outside.granted, target: outside.granted, mode: "rw" },
    ],
    network: "none",
    limits: { ...DEFAULT_LIMITS, wallMs: EACH_MS, outputBytes: MEGABYTE, ...limits },
    signal,
  });
  const { stdout, stderr, timedOut, notStarted } = result;
  const [, answer] = /^did: (true|false)$/m.exec(stdout) ?? [];
  if (answer !== undefined) return { did: answer === "true" };
  if (limits && exceeded && wasEnded(result, exceeded)) return { did: false };
  if (timedOut) throw new Error(`no answer within ${EACH_MS / 1_000} s`);
  throw new Error((notStarted ?? stderr).trim().slice(0, 300) || "the program said nothing");
}

/** By the box, or by the kernel's own limit on the time of one process. */
function wasEnded({ exceeded, signal, timedOut }: CommandResult, by: Exceeded): boolean {
  if (timedOut) return false;
  return exceeded === by || (by === "cpu" && (signal === "SIGKILL" || signal === "SIGXCPU"));
}
