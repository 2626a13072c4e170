import { cutLine } from "../../../base/one-line.ts";
import { runToEnd } from "../../../sandbox/run-to-end.ts";
import { DEFAULT_LIMITS } from "../../../sandbox/sandbox.ts";
import { BOX_ENVIRONMENT } from "../../programs/boxed-programs.ts";
import { BUNDLE } from "../../programs/bundle-mount.ts";
import type { AgentBox } from "./run-in-box.ts";

type OwnTest = {
  readonly name: string;
  readonly state: "passed" | "failed" | "skipped";
  readonly message: string;
};

const WALL_MS = 120_000;
const MAX_SAID = 1_000;
const NODE_TEST = /^tests\/(?:.*\/)?[^/]*test[^/]*\.(?:js|mjs|ts|mts)$/i;
const PYTHON_TEST = /^tests\/(?:.*\/)?test_[^/]*\.py$/;

/** Runs the author's own tests in a box, where their runner is there. Nothing is open to them but /tmp. */
export async function runOwnTests(
  box: AgentBox,
  paths: readonly string[],
): Promise<readonly OwnTest[]> {
  const node = paths.filter((path) => NODE_TEST.test(path));
  const python = paths.filter((path) => PYTHON_TEST.test(path));
  const items: OwnTest[] = [];
  if (node.length > 0) {
    const ran = await run(box, [box.programs.node, "--test", ...node]);
    items.push(judge("tests: node --test", ran));
  }
  if (python.length > 0) items.push(await runPython(box));
  if (items.length > 0) return items;
  const message = "There are none that node --test, pytest or unittest would find in tests/.";
  return [{ name: "tests", state: "skipped", message }];
}

async function runPython(box: AgentBox): Promise<OwnTest> {
  const there = await run(box, ["python3", "-c", "import pytest"]).catch(() => undefined);
  if (!there) {
    return { name: "tests: python", state: "skipped", message: "There is no python3 here." };
  }
  if (there.exitCode === 0) {
    const ran = await run(box, [
      "python3",
      "-m",
      "pytest",
      "-q",
      "-p",
      "no:cacheprovider",
      "tests",
    ]);
    return judge("tests: pytest", ran);
  }
  const ran = await run(box, ["python3", "-m", "unittest", "discover", "-s", "tests"]);
  if (/No module named '?pytest/.test(ran.stderr)) {
    const message = "They need pytest, which is not installed for this python3.";
    return { name: "tests: pytest", state: "skipped", message };
  }
  return judge("tests: unittest", ran);
}

type Ran = Awaited<ReturnType<typeof runToEnd>>;

function judge(name: string, { exitCode, timedOut, stdout, stderr }: Ran): OwnTest {
  if (exitCode === 0) return { name, state: "passed", message: "all pass" };
  if (timedOut) return { name, state: "failed", message: "They did not end in time." };
  const said = `${stdout}\n${stderr}`.trim().slice(-MAX_SAID);
  return { name, state: "failed", message: cutLine(said, MAX_SAID) };
}

function run({ sandbox, programs, env, mounts, signal }: AgentBox, argv: [string, ...string[]]) {
  return runToEnd(sandbox, {
    argv,
    cwd: BUNDLE,
    env: {
      ...BOX_ENVIRONMENT,
      ...env,
      PYTHONPATH: [BUNDLE, env.PYTHONPATH].filter(Boolean).join(":"),
      PYTHONDONTWRITEBYTECODE: "1",
      NO_COLOR: "1",
    },
    mounts: [...programs.mounts, ...mounts],
    network: "none",
    limits: { ...DEFAULT_LIMITS, wallMs: WALL_MS },
    signal,
  });
}
