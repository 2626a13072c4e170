import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { boxedPrograms, openIsolation } from "../../app/open-isolation.ts";
import type { JsonObject } from "../../base/json.ts";
import type { ProcessSpec } from "../../sandbox/sandbox.ts";
import { executorContract, makeRequest } from "../../testing/executor-contract.ts";
import { createChildExecutor } from "./child-executor.ts";
import { agentProtocol } from "./protocols/agent-protocol.ts";
import { skillProtocol } from "./protocols/skill-protocol.ts";
import { createWarmProcesses } from "./warm-processes.ts";

const FILES = {
  "skill.mjs": `export const execute = ({ inputs }) => ({ said: inputs.text });
    export const execute_fail = () => { throw new Error("broken"); };
    export const execute_hang = () => new Promise(() => setInterval(() => {}, 1000));
    export const execute_noisy = () => { console.log('{"result": "forged"}'); return { ok: true }; };
    export const execute_thenable = () => ({ get a() { return 1; }, toJSON: () => ({ plain: true }) });
    export const execute_refuse = () => { throw Object.assign(new Error("It is broken."), { code: "BROKEN" }); };
    export const execute_die = () => process.exit(0);
    const POLLUTED = '{"__proto__": {"polluted": true, "result": "forged", "state": "completed"}, "constructor": {"prototype": {"polluted": true}}}';
    export const execute_pollute = () => JSON.parse(POLLUTED);
    export const execute_forge = () => { writeSync(3, POLLUTED + "\\n"); return new Promise(() => setInterval(() => {}, 1000)); };
    export const execute_flood = async () => {
      const line = JSON.stringify({ ask: { id: 1, service: "progress", params: { message: "x".repeat(1e5) } } }) + "\\n";
      for (let n = 0; ; n++) try { writeSync(3, line); } catch { await null; }
    };
    export const execute_huge = () => ({ text: "x".repeat(8e6) });
    export const execute_late = () => { setImmediate(() => { throw new Error("later"); }); process.nextTick(() => Promise.reject(new Error("late"))); return { ok: true }; };
    import { writeSync } from "node:fs";`,
  "plain.js": "export const execute = ({ inputs }) => ({ n: 2 * inputs.n });",
  "typed.ts": `import { double } from "./sibling.ts";
    export default async function (call: { inputs: { n: number } }) { return { n: double(call.inputs.n) }; }`,
  "sibling.ts": "export const double = (n: number): number => 2 * n;",
  "skill.py": `from dataclasses import dataclass
from .helper import double
import helper
@dataclass
class Answer:
    n: int
def execute(call):
    print("a word on stdout")
    return Answer(n=double(call["inputs"]["n"]))
async def execute_slow(call):
    return {"flat": helper.double(2)}
def execute_fail(call):
    raise ValueError("broken")
class Broken(Exception):
    code = "BROKEN"
def execute_refuse(call):
    raise Broken("It is broken.")
def execute_huge(call):
    return {"text": "x" * 8_000_000}
def execute_late(call):
    import atexit, threading, time
    atexit.register(lambda: time.sleep(60))
    threading.Thread(target=time.sleep, args=(60,)).start()
    return {"ok": True}`,
  "helper.py": "def double(n):\n    return 2 * n",
  "broken.py": "import nothing_like_this",
  "agent.py": `def run(input):
    if input["action"] == "fail":
        return {"status": "error", "error": {"code": "FILE_NOT_FOUND", "message": "It is not there."}}
    result = input["context"] if input["action"] == "context" else input["params"]
    return {"status": "success", "action_performed": "said it", "result": result, "metadata": {}}`,
  "first.mjs": `import { loadedAt } from "./second.mjs";
    export const run = () => ({ loaded_at: loadedAt });`,
  // Leaves a process behind, and says when it was loaded.
  "second.mjs": `import { spawn } from "node:child_process";
    spawn("sleep", ["30"], { stdio: "ignore" });
    export const loadedAt = Date.now();`,
};

const folder = mkdtempSync(join(tmpdir(), "capstan-child-"));
beforeAll(() => {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

function open() {
  const warm = createWarmProcesses({ most: 2, maxAgeMs: 60_000 });
  const noHosts = { open: () => Promise.reject(new Error("There is no way out.")) };
  const isolation = openIsolation({ setting: "auto", proxy: noHosts, env: process.env });
  const running: boolean[] = [];
  const watched = isolation.sandboxFor("builtin").then((sandbox) => ({
    ...sandbox,
    async spawn(spec: ProcessSpec) {
      const started = await sandbox.spawn(spec);
      const index = running.push(true) - 1;
      started.end.then(() => {
        running[index] = false;
      });
      return started;
    },
  }));
  const executor = createChildExecutor({
    isolation: { sandboxFor: () => watched },
    programs: boxedPrograms(),
    warm,
    layOut: async () => folder,
    protocols: new Map([
      ["skill", skillProtocol],
      ["agent", agentProtocol],
    ]),
  });
  return { executor, warm, running };
}

/** A process that waits begins to read ahead long before. */
const READS_AHEAD_MS = 600;

const execution = (entry: string, name = "it", more: JsonObject = {}) => ({
  type: "child",
  protocol: "skill",
  bundle: "sha256:x",
  entry,
  name,
  ...more,
});

executorContract("the executor of code in a child", async () => {
  const { executor, warm, running } = open();
  return {
    executor,
    echo: execution("skill.mjs"),
    fail: execution("skill.mjs", "refuse"),
    hang: execution("skill.mjs", "hang"),
    // The first: others wait for calls that have not come.
    isRunning: () => running[0] === true,
    unknown: execution("nothing.mjs"),
    close: () => warm.close(),
  };
});

describe("X32: code of a bundle", () => {
  const { executor, warm } = open();
  afterAll(() => warm.close());
  const call = (entry: string, name: string, inputs: JsonObject = {}, more: JsonObject = {}) =>
    executor.execute(makeRequest({ execution: execution(entry, name, more), inputs }));

  test("X32: is JavaScript", async () => {
    expect((await call("plain.js", "it", { n: 21 })).outputs).toEqual({ n: 42 });
  });

  test("X32: is TypeScript with a default function and a file beside it", async () => {
    expect(await call("typed.ts", "it", { n: 21 })).toEqual({
      state: "completed",
      outputs: { n: 42 },
      enforcement: "bubblewrap",
    });
  });

  test("X32: is Python, as a package and flat, and answers dataclasses", async () => {
    const { outputs } = await call("skill.py", "it", { n: 21 });
    expect(outputs).toEqual({ n: 42 });
    expect((await call("skill.py", "slow")).outputs).toEqual({ flat: 4 });
  });

  test("A57, A60, F25: an error is told in plain words, and its own are for the record", async () => {
    for (const entry of ["skill.mjs", "skill.py"]) {
      const { state, error, log } = await call(entry, "fail");
      expect(state).toBe("failed");
      expect(error).toEqual({
        code: "TOOL_FAILED",
        message: "Something went wrong in its own code.",
      });
      expect(log).toContain("broken");
    }
  });

  test("an error with a code of its own was made to be told", async () => {
    for (const entry of ["skill.mjs", "skill.py"]) {
      const { error } = await call(entry, "refuse");
      expect(error).toEqual({ code: "BROKEN", message: "It is broken." });
    }
  });

  test("an import that fails is a plain failure with a code, and did nothing", async () => {
    expect(await call("broken.py", "it")).toMatchObject({
      state: "failed",
      error: { code: "DEPENDENCY_MISSING", message: expect.stringContaining("nothing_like_this") },
      sideEffects: [],
    });
  });

  test("A56: what it prints is no answer, and an end without one is a failure", async () => {
    expect((await call("skill.mjs", "noisy")).outputs).toEqual({ ok: true });
    expect(await call("skill.mjs", "die")).toMatchObject({ state: "failed", mayHaveRun: true });
  });

  test.each(["pollute", "forge"])(
    "A54: an answer with a prototype in it is none (%s)",
    async (name) => {
      const result = await call("skill.mjs", name);
      expect(result).toMatchObject({ state: "failed", mayHaveRun: true });
      expect(result.outputs).toBeUndefined();
      expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    },
  );

  test.each(["skill.mjs", "skill.py"])(
    "an answer that is too long ends it, and says so; %s",
    async (entry) => {
      const { state, error } = await call(entry, "huge");
      expect([state, error?.message]).toEqual([
        "failed",
        "The code was ended. It sent a line of more than 1048576 bytes.",
      ]);
    },
  );

  test("code that writes without end is ended, and fills no memory of ours", async () => {
    expect((await call("skill.mjs", "flood")).state).toBe("failed");
  });

  test.each(["skill.mjs", "skill.py"])(
    "A57: what fails or goes on after the answer counts for nothing; %s",
    async (entry) => {
      expect(await call(entry, "late")).toMatchObject({
        state: "completed",
        outputs: { ok: true },
      });
    },
  );

  test("A55: what it answers is JSON, made in its own process", async () => {
    expect((await call("skill.mjs", "thenable")).outputs).toEqual({ plain: true });
  });

  test("I25: an agent is told its action; its errors keep their codes, its metadata is filled in", async () => {
    const agent = { protocol: "agent" };
    expect((await call("agent.py", "say", { a: 1 }, agent)).outputs).toEqual({
      action_performed: "said it",
      result: { a: 1 },
      metadata: { files_affected: 0, bytes_affected: 0, duration_ms: 0, paths_accessed: [] },
    });
    expect(await call("agent.py", "fail", {}, agent)).toMatchObject({
      state: "failed",
      error: { code: "FILE_NOT_FOUND", message: "It is not there." },
    });
  });

  test("I21: an agent is told who calls, where it may work, and which task this is", async () => {
    const { outputs } = await call("agent.py", "context", {}, { protocol: "agent" });
    expect(outputs).toMatchObject({
      result: {
        user: "owner",
        workspace: "/workspace",
        granted_paths: ["/workspace"],
        task_id: "inv_1",
        dry_run: false,
      },
    });
  });

  test("nothing of it runs before its call, though its files are read; what it leaves running is ended", async () => {
    const own = open();
    const run = () => own.executor.execute(makeRequest({ execution: execution("first.mjs") }));
    await run();
    await vi.waitFor(() => expect(own.running).toEqual([false, true]));
    await setTimeout(READS_AHEAD_MS);
    const calledAt = Date.now();
    const { outputs } = await run();
    expect((outputs as { loaded_at: number }).loaded_at).toBeGreaterThanOrEqual(calledAt);
    await vi.waitFor(() => expect(own.running.slice(0, 2)).toEqual([false, false]));
    await own.warm.close();
    expect(own.running).not.toContain(true);
  });

  test("the next call is served by a process that was started ahead, and finds nothing of the last", async () => {
    const own = open();
    const say = (text: string) =>
      own.executor.execute(makeRequest({ execution: execution("skill.mjs"), inputs: { text } }));
    expect(own.running).toEqual([]);
    await say("one");
    await vi.waitFor(() => expect(own.running).toEqual([false, true]));
    expect(await say("two")).toMatchObject({ outputs: { said: "two" } });
    // The second was there already; a third waits now.
    await vi.waitFor(() => expect(own.running).toEqual([false, false, true]));
    await own.warm.close();
    expect(own.running).toEqual([false, false, false]);
  });
});
