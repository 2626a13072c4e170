import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { boxedPrograms, openIsolation } from "../../app/open-isolation.ts";
import type { JsonObject } from "../../base/json.ts";
import { executorContract, makeRequest } from "../../testing/executor-contract.ts";
import { createCodeExecutor } from "./code-executor.ts";
import { createCommandExecutor } from "./command-executor.ts";
import { createWarmProcesses } from "./warm-processes.ts";

const noHosts = { open: () => Promise.reject(new Error("There is no way out.")) };
const isolation = openIsolation({ setting: "auto", proxy: noHosts, env: process.env });
const programs = boxedPrograms();
const bundle = mkdtempSync(join(tmpdir(), "capstan-bundle-"));
writeFileSync(join(bundle, "hello.mjs"), "console.log(process.cwd(), process.argv[2]);");
afterAll(() => rmSync(bundle, { recursive: true }));
const executor = createCommandExecutor({
  isolation,
  programs,
  secretFor: (_, name) => `value of ${name}`,
  layOut: async () => bundle,
});

const run = (exec: JsonObject, inputs: JsonObject = {}, context: JsonObject = {}) => {
  const request = makeRequest({ execution: { type: "command", call: exec }, inputs });
  return executor.execute({ ...request, context: { ...request.context, ...context } });
};

describe("P28, P40: a command", () => {
  test("answers how it ended and what it wrote, whatever its exit code", async () => {
    const exec = { command: "sh", args: ["-c", 'echo "$1"; echo no >&2; exit 3', "sh", "{{a}}"] };
    expect(await run(exec, { a: "yes; $(id)" })).toEqual({
      state: "completed",
      enforcement: "bubblewrap",
      outputs: {
        ok: false,
        exit_code: 3,
        stdout: "yes; $(id)\n",
        stderr: "no\n",
        truncated: false,
        timed_out: false,
      },
    });
  });

  test("P38, P45: past its deadline it is ended, and what it wrote is told", async () => {
    const exec = { command: "sh", args: ["-c", "echo begun; sleep 60"], timeout_s: 0.5 };
    expect(await run(exec)).toMatchObject({
      state: "timeout",
      error: { code: "TOOL_TIMED_OUT" },
      outputs: {
        ok: false,
        exit_code: null,
        signal: "SIGKILL",
        stdout: "begun\n",
        timed_out: true,
      },
      // It could reach nothing beyond its box.
      mayHaveRun: false,
      sideEffects: [],
    });
  });

  test("X9: one that is cancelled did not complete", async () => {
    const execution = { type: "command", call: { command: "sleep", args: ["60"] } };
    const signal = AbortSignal.timeout(300);
    expect(await executor.execute(makeRequest({ execution, signal }))).toMatchObject({
      state: "failed",
      mayHaveRun: false,
      outputs: { signal: "SIGKILL", timed_out: false },
    });
  });

  test("A44: without a box, one that was cut short may have done anything", async () => {
    const off = createCommandExecutor({
      isolation: openIsolation({ setting: "off", proxy: noHosts, env: process.env }),
      programs,
      secretFor: () => "",
      layOut: async () => bundle,
    });
    const call = { command: "sleep", args: ["60"], timeout_s: 0.3 };
    expect(await off.execute(makeRequest({ execution: { type: "command", call } }))).toMatchObject({
      state: "timeout",
      mayHaveRun: true,
    });
  });

  test("P31, P36: of a bundle, it finds its own folder, and works in it only where it says so", async () => {
    const call = { command: "node", args: ["{{pack_root}}/hello.mjs", "{{pack_root}}"] };
    const outputOf = async (cwd: string) => {
      const execution = { type: "command", call: { ...call, cwd }, bundle: "sha256:1" };
      return (await executor.execute(makeRequest({ execution }))).outputs;
    };
    expect(await outputOf("workspace")).toMatchObject({ stdout: "/workspace /bundle\n" });
    expect(await outputOf("pack_root")).toMatchObject({ stdout: "/bundle /bundle\n" });
  });

  test("P39: what is over its limit is cut, with a mark", async () => {
    const { outputs } = await run({ command: "head", args: ["-c", "1000000", "/dev/zero"] });
    expect(outputs).toMatchObject({ ok: true, truncated: true });
  });

  test("node is the Node that runs Capstan, also for a script's first line", async () => {
    const version = { command: "node", args: ["--version"] };
    expect((await run(version)).outputs).toMatchObject({ stdout: `${process.version}\n` });
    const env = { command: "env", args: ["node", "--version"] };
    expect((await run(env)).outputs).toMatchObject({ stdout: `${process.version}\n` });
  });

  test("reads its inputs as JSON where it says so, and works in the workspace", async () => {
    const exec = {
      command: "sh",
      args: ["-c", "cat; pwd; echo $CAPSTAN_WORKSPACE"],
      stdin: "json",
    };
    const { outputs } = await run(exec, { a: 1 });
    expect(outputs).toMatchObject({ stdout: '{"a":1}/workspace\n/workspace\n' });
  });

  test("P29: a program that this machine does not have is named", async () => {
    await expect(run({ command: "no-such-program" })).rejects.toMatchObject({
      code: "PROGRAM_MISSING",
      message: expect.stringContaining("no-such-program"),
    });
  });

  test("a dry run shows the very command, without secrets, and starts nothing", async () => {
    const secret = "$" + "{secret:KEY}";
    const exec = { command: "rm", args: ["-rf", "--", "{{a}}"], env: { TOKEN: secret } };
    expect(await run(exec, { a: "x" }, { dryRun: true })).toEqual({
      state: "completed",
      outputs: { would_run: ["rm", "-rf", "--", "x"], env: { TOKEN: secret } },
      sideEffects: [],
    });
  });

  test("F14: a host that it lists and nobody opened is no network, and the command that opens it is told", async () => {
    const exec = { command: "echo", args: ["hi"], network: ["api.example.com"] };
    expect(await run(exec)).toMatchObject({
      state: "completed",
      notes: [
        expect.stringMatching(/^It could not reach .*capstan access allow \S+ api\.example\.com$/),
      ],
    });
  });

  test("F14: policy and the approval are told the hosts that it lists and that are open", () => {
    const { tool, inputs } = makeRequest();
    const exec = { command: "echo", network: ["api.example.com:443", "b.example"] };
    const execution = { type: "command", call: { ...exec, args: [] } };
    const access = { paths: [], hosts: ["api.example.com", "c.example"] };
    const call = { tool, inputs, execution, access, config: {} };
    expect(executor.hostsOf?.(call)).toEqual({ reached: ["api.example.com:443"] });
    expect(executor.hostsOf?.({ ...call, execution: { type: "command" } })).toEqual({
      reached: [],
    });
  });

  test("a secret reaches its environment", async () => {
    const exec = {
      command: "sh",
      args: ["-c", "echo $TOKEN"],
      env: { TOKEN: "$" + "{secret:KEY}" },
    };
    expect((await run(exec)).outputs).toMatchObject({ stdout: "value of KEY\n" });
  });
});

describe("E23: execute_code", () => {
  const warm = createWarmProcesses({ most: 2, maxAgeMs: 60_000 });
  afterAll(() => warm.close());
  const code = createCodeExecutor({ isolation, programs, warm });
  const execute = (language: string, text: string, config: JsonObject = {}) => {
    const inputs = { language, code: text };
    const request = makeRequest({ execution: { type: "code" }, inputs });
    return code.execute({ ...request, context: { ...request.context, config } });
  };

  test.each([
    ["javascript", "console.log(6 * 7)"],
    ["python", "print(6 * 7)"],
    ["shell", "echo $((6 * 7))"],
  ])("runs %s, again and again, and keeps nothing between calls", async (language, text) => {
    for (let time = 0; time < 2; time++) {
      const { outputs } = await execute(language, text);
      expect(outputs).toMatchObject({ ok: true, exit_code: 0, stdout: "42\n" });
    }
  });

  test.each([
    ["javascript", "throw new TypeError('no')", /TypeError: no/],
    ["python", "raise ValueError('no')", /ValueError: no/],
    ["shell", "echo no >&2; exit 4", /no/],
  ])("says how %s failed", async (language, text, said) => {
    const { state, outputs } = await execute(language, text);
    expect(state).toBe("completed");
    expect(outputs).toMatchObject({ ok: false, stderr: expect.stringMatching(said) });
  });

  test.each([
    ["javascript", "while (true) {}"],
    ["python", "while True: pass"],
    ["shell", "while :; do :; done"],
  ])("ends %s at the time that its agent gives it", async (language, text) => {
    expect(await execute(language, text, { timeout_s: 1 })).toMatchObject({
      state: "timeout",
      outputs: { timed_out: true },
    });
  });

  test("A46: gives JavaScript the memory that its agent gives it", async () => {
    // QuickJS does not count the bytes of buffers: the watch does.
    const buffers = "const all = []; for (;;) all.push(new Uint8Array(1e6));";
    expect(await execute("javascript", buffers, { memory_mb: 64 })).toMatchObject({
      state: "failed",
      error: { message: expect.stringContaining("more memory") },
    });
  });
});

executorContract("the executor of commands", async () => {
  return {
    executor: {
      ...executor,
      // The contract knows tools whose outputs are their own: these are a command's.
      async execute(request) {
        const result = await executor.execute(request);
        const { outputs } = result as { outputs?: { ok: boolean; stdout: string; stderr: string } };
        if (!outputs) return result;
        return outputs.ok
          ? { ...result, outputs: { said: outputs.stdout.trim() } }
          : { ...result, state: "failed", error: { message: outputs.stderr } };
      },
    },
    echo: { type: "command", call: { command: "echo", args: ["{{text}}"] } },
    fail: { type: "command", call: { command: "sh", args: ["-c", "echo broken >&2; exit 1"] } },
    hang: { type: "command", call: { command: "sleep", args: ["60.0625"] } },
    isRunning: () => isCommandRunning("60.0625"),
    unknown: { type: "command", call: { command: "no-such-program" } },
  };
});

function isCommandRunning(argument: string): boolean {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => commandLine(pid).split("\0").at(-2) === argument);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
