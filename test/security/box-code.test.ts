import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { boxedPrograms } from "../../src/app/open-isolation.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { createCodeExecutor } from "../../src/features/programs/code-executor.ts";
import { createWarmProcesses } from "../../src/features/programs/warm-processes.ts";
import { openBubblewrap } from "../../src/sandbox/bubblewrap/testing/open-bubblewrap.ts";
import { makeRequest } from "../../src/testing/executor-contract.ts";
import { attack, makeFolder, payload, SECRET } from "../box.ts";
import { openHarness } from "../harness.ts";
import { treeHash } from "../tree-hash.ts";

describe("JavaScript by a real Node", () => {
  test("A36: node:sqlite opens, attaches and copies nothing outside", async () => {
    const outside = makeFolder();
    const database = new DatabaseSync(join(outside, "a.db"));
    database.exec(`create table t (x); insert into t values ('${SECRET}')`);
    database.close();
    const before = treeHash(outside);
    const { stdout } = await attack(
      payload.javascript(
        `const { DatabaseSync, backup } = require("node:sqlite");
const outside = process.argv[1];
const tried = async (work) => { try { return await work(); } catch (error) { return error.code; } };
(async () => {
  const db = new DatabaseSync(":memory:");
  db.exec("create table own (x); insert into own values ('own')");
  for (const work of [
    () => new DatabaseSync(outside + "/a.db").prepare("select x from t").all(),
    () => db.exec("attach '" + outside + "/a.db' as other"),
    () => db.exec("vacuum into '" + outside + "/b.db'"),
    () => backup(db, outside + "/c.db"),
    () => db.loadExtension && db.enableLoadExtension(true),
    () => db.exec("pragma temp_store_directory = '" + outside + "'"),
  ]) console.log(JSON.stringify(await tried(work)) ?? "nothing");
})();`,
        outside,
      ),
    );
    expect(stdout.split("\n").slice(0, 4)).toEqual(Array(4).fill('"ERR_SQLITE_ERROR"'));
    expect(treeHash(outside)).toBe(before);
  });

  test("A37: a worker without restrictions is in the same box", async () => {
    const outside = makeFolder({ "secret.txt": SECRET });
    const { stdout } = await attack(
      payload.javascript(
        `const { Worker } = require("node:worker_threads");
const code = 'const { parentPort, workerData } = require("node:worker_threads"); try { parentPort.postMessage(require("node:fs").readFileSync(workerData, "utf8")); } catch (error) { parentPort.postMessage(error.code); }';
new Worker(code, { eval: true, execArgv: [], env: {}, workerData: process.argv[1] }).on("message", console.log);`,
        join(outside, "secret.txt"),
      ),
    );
    expect(stdout).toBe("ENOENT\n");
  });

  test("A38: what leads out of JavaScript leads into the box", async () => {
    const outside = makeFolder({ "secret.txt": SECRET });
    const { stdout } = await attack(
      payload.javascript(
        `const path = process.argv[1], fs = require("node:fs");
const tried = (name, work) => { try { console.log(name, String(work()).slice(0, 100)); } catch (error) { console.log(name, error.code ?? error.name); } };
tried("binding", () => process.binding("fs").readFileUtf8?.(path, 0) ?? process.binding("fs").open(path, 0, 0));
tried("dlopen", () => process.dlopen({ exports: {} }, path));
tried("spawn", () => require("node:child_process").execFileSync("cat", [path], { stdio: "pipe" }));
tried("preload", () => require("node:child_process").execFileSync("/bin/sh", ["-c", "cat " + path], { env: { LD_PRELOAD: path }, stdio: "pipe" }));
tried("flags", () => require("node:child_process").execFileSync(process.execPath, ["--allow-fs-read=*", "-e", "require('fs').readFileSync(process.argv[1])", path], { env: { NODE_OPTIONS: "" }, stdio: "pipe" }));
tried("wasi", () => { const { WASI } = require("node:wasi"); return fs.readFileSync(new WASI({ version: "preview1", preopens: { "/": "/" } }) && path); });
tried("inspector", () => { const inspector = require("node:inspector"); const s = new inspector.Session(); s.connect(); let answer; s.post("Runtime.evaluate", { expression: "process.mainModule.require('fs').readFileSync(" + JSON.stringify(path) + ")", includeCommandLineAPI: true }, (_, got) => { answer = got; }); return JSON.stringify(answer).includes("exceptionDetails"); });`,
        join(outside, "secret.txt"),
      ),
    );
    expect(stdout.trim().split("\n")).toEqual([
      "binding ENOENT",
      "dlopen ERR_DLOPEN_FAILED",
      "spawn Error",
      "preload Error",
      "flags Error",
      "wasi ENOENT",
      "inspector true",
    ]);
  });
});

describe("the environment of a box", () => {
  test("A41: nothing of ours reaches a program, in any language", async () => {
    const names = [
      ...["NODE_OPTIONS", "LD_PRELOAD", "BASH_ENV", "ENV", "PYTHONPATH", "PYTHONSTARTUP"],
      ...["GIT_SSH_COMMAND", "PAGER", "SSH_AUTH_SOCK", "CAPSTAN_MASTER_KEY", "HTTP_PROXY"],
    ];
    const before = names.map((name) => process.env[name]);
    onTestFinished(() => {
      for (const [index, name] of names.entries()) {
        if (before[index] === undefined) delete process.env[name];
        else process.env[name] = before[index];
      }
    });
    // Not the first two: this process starts others.
    for (const name of names.slice(2)) process.env[name] = SECRET;
    for (const argv of [
      payload.shell("env"),
      payload.python("import os\nfor name in os.environ: print(name + '=' + os.environ[name])"),
      payload.javascript(
        "for (const name in process.env) console.log(name + '=' + process.env[name])",
      ),
    ]) {
      const { stdout } = await attack(argv);
      const given = stdout.split("\n").flatMap((line) => /^([A-Za-z_]+)=/.exec(line)?.[1] ?? []);
      expect(given.sort()).toEqual(expect.arrayContaining(["HOME", "LANG", "PATH", "TMPDIR"]));
      expect(given.filter((name) => names.includes(name))).toEqual([]);
    }
  });
});

describe("execute_code", () => {
  const isolation = { sandboxFor: async () => openBubblewrap() };
  const executor = createCodeExecutor({
    isolation,
    programs: boxedPrograms(),
    warm: createWarmProcesses({ most: 0, maxAgeMs: 1_000 }),
  });

  async function run(language: string, code: string, config: JsonObject = {}) {
    const { context } = makeRequest();
    const result = await executor.execute(
      makeRequest({ inputs: { language, code }, context: { ...context, config } }),
    );
    const text = JSON.stringify(result);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(process.cwd());
    expect(result.enforcement).toBe("bubblewrap");
    return { state: result.state, outputs: result.outputs as JsonObject | undefined };
  }

  const ESCAPES = {
    constructor: "constructor.constructor('return process')()",
    "of a function": "(() => {}).constructor('return process')().exit(3)",
    "of an async function": "(async () => {}).constructor('return process')()",
    "of console": "console.log.constructor('return process')()",
    "by prototype":
      "console.log.__proto__.constructor('return this')().process.mainModule.require('fs')",
    "by eval": "(0, eval)('process')",
    "by import": "await import('node:fs')",
    "by require": "require('fs')",
    "by a module": "import fs from 'node:fs'; console.log(fs)",
    "by bjson": "import * as std from 'std'; import * as os from 'os'; os.exec(['id'])",
    "by this": "globalThis.process.env.PATH",
    "by Deno": "Deno.readTextFileSync('/etc/passwd')",
    "by an error": "try { null.x } catch (e) { e.constructor.constructor('return process')() }",
    "by a getter": "console.log({ get x() { return process; } }.x)",
    "by Error.prepareStackTrace":
      "Error.prepareStackTrace = (_, frames) => frames[0].getThis().process.exit(9); null.x",
  };

  test("A39: no way leads from QuickJS to Node", async () => {
    const ends = await Promise.all(
      Object.entries(ESCAPES).map(async ([name, code]) => {
        const { state, outputs } = await run("javascript", code);
        return { name, state, code: outputs?.exit_code, stderr: outputs?.stderr };
      }),
    );
    for (const { name, ...end } of ends) {
      expect({ name, ...end }).toEqual({
        name,
        state: "completed",
        code: 1,
        stderr: expect.stringMatching(/Error/),
      });
    }
  }, 60_000);

  const ODD = {
    cyclic: "const a = {}; a.a = a; console.log(a)",
    "a hostile toJSON": "console.log({ toJSON() { throw new Error('no') } })",
    "a hostile name":
      "throw { name: { toString: 1 }, message: { toString: null }, stack: { x: 1 } }",
    "a thrown proxy": "throw new Proxy({}, { get() { throw 1 }, ownKeys() { throw 2 } })",
    "a thrown null": "throw null",
    "a thrown symbol": "throw Symbol('x')",
    "a symbol": "console.log(Symbol('x'), 1n, undefined, () => 1)",
    "a prototype of console":
      "console.__proto__.log = 1; Object.prototype.then = 1; console.log('x')",
    "a polluted prototype":
      "Object.prototype.name = { toString: 1 }; Array.prototype.toJSON = () => { throw 1 }; console.log([1]); throw new Error('x')",
    "JSON with __proto__": `console.log(JSON.parse('{"__proto__": {"x": 1}, "constructor": 1}'))`,
    "a thenable": "({ then(resolve) { throw new Error('no') } })",
    "a promise that rejects": "Promise.reject({ name: { toString: 1 } })",
    "a stack that overflows": "(function f() { f() })()",
    "a stack of getters": "let a = {}; for (let i = 0; i < 1e5; i++) a = { a }; console.log(a)",
    "a huge text": "console.log('x'.repeat(1e8))",
    "a text too long": "let x = 'x'; for (;;) x += x",
    "a huge error": "throw new Error('\\u001b[2J' + 'x'.repeat(1e7))",
    "no code": ";",
  };

  test("A54, A55, A60: what is odd ends as an answer, never as a fault of ours", async () => {
    const ends = await Promise.all(
      Object.entries(ODD).map(async ([name, code]) => ({
        name,
        ...(await run("javascript", code)),
      })),
    );
    for (const { name, state, outputs } of ends) {
      expect({ name, state }).toEqual({ name, state: expect.stringMatching(/completed|failed/) });
      const text = `${outputs?.stdout}${outputs?.stderr}`;
      expect(`${name}: ${text}`).not.toMatch(/quickjs\.mjs|node:internal|run\/capstan|Node\.js v/);
      expect(text.length).toBeLessThan(500_000);
    }
  }, 90_000);

  test("A47, A90: what does not end is ended", async () => {
    const loops = [
      ["javascript", "for (;;) {}"],
      ["javascript", "const f = () => Promise.resolve().then(f); f()"],
      ["javascript", "/^(a+)+$/.test('a'.repeat(40) + 'b')"],
      ["python", "import re; re.match('(a+)+$', 'a' * 40 + 'b')"],
      ["shell", "trap '' TERM; while :; do :; done"],
    ] as const;
    const ends = await Promise.all(
      loops.map(([language, code]) => run(language, code, { timeout_s: 1 })),
    );
    for (const { state, outputs } of ends) {
      expect({ state, timedOut: outputs?.timed_out }).toEqual({ state: "timeout", timedOut: true });
    }
  });

  test("A46: the least memory that can be configured is enough to start, and no more", async () => {
    const config = { memory_mb: 64 };
    expect((await run("javascript", "1 + 1", config)).outputs?.stdout).toBe("2\n");
    const bomb = "const a = []; for (;;) a.push(new Uint8Array(1e6).fill(1))";
    for (const [language, code] of [
      ["javascript", bomb],
      ["python", "x = bytearray(b'x' * 10 ** 9)"],
      ["shell", "x=xxxxxxxx; while :; do x=$x$x; done"],
    ] as const) {
      const { state, outputs } = await run(language, code, config);
      expect(`${language} ${state === "failed" || outputs?.ok === false}`).toBe(`${language} true`);
    }
  });

  test("A70: neither a folder nor anything else is chosen by the call", async () => {
    const harness = await openHarness({ profile: "auto" });
    onTestFinished(() => harness.close());
    for (const more of [{ cwd: "/" }, { mounts: ["/"] }, { env: { A: "b" } }, { hosts: ["a.b"] }]) {
      const inputs = { language: "shell", code: "pwd", ...more };
      await expect(harness.invoke("builtin:sandbox:execute_code", inputs)).rejects.toThrow(
        "is not a known field",
      );
    }
    const ruby = { language: "ruby", code: "1" };
    await expect(harness.invoke("builtin:sandbox:execute_code", ruby)).rejects.toThrow("language");
    expect((await run("shell", "pwd; cd /root || cd /work || ls /")).outputs?.stdout).toMatch(
      /^\/tmp\n/,
    );
  });

  test("A40: Python has no way to a JavaScript around it", async () => {
    for (const code of [
      "import js",
      "from pyodide.code import run_js; run_js('1')",
      "import _pyodide",
    ]) {
      expect((await run("python", code)).outputs?.stderr).toContain("ModuleNotFoundError");
    }
  });

  test("A20, A66: Python and shell see the box alone, and keep nothing for the next call", async () => {
    const outside = makeFolder({ "secret.txt": SECRET });
    const secret = join(outside, "secret.txt");
    await run("python", `print(open(${JSON.stringify(secret)}).read())`);
    await run("shell", `cat ${secret} /proc/1/root${secret} /proc/*/environ`);
    await run(
      "shell",
      "export PATH=/tmp; alias ls=id; echo 'evil' > /tmp/x; echo evil > $HOME/.profile; declare -x A=b; typeset B=c",
    );
    const next = await run("shell", "ls /tmp $HOME; cat $HOME/.profile; echo $PATH $A $B");
    expect(next.outputs?.stdout).not.toMatch(/evil|uid=|\bx\b/);
  });

  test("A57: a program that ends well and says half is told as it is", async () => {
    const { outputs } = await run(
      "python",
      "import os; os.write(1, b'{\"result\": tru'); os._exit(0)",
    );
    expect(outputs).toMatchObject({ ok: true, exit_code: 0, stdout: '{"result": tru' });
    const killed = await run("shell", "echo half; kill -9 $$");
    expect(killed.outputs).toMatchObject({ ok: false, exit_code: null, stdout: "half\n" });
  });

  test("a syntax error at run time does not run the code again", async () => {
    const { outputs } = await run("javascript", "console.log('once'); JSON.parse('{')");
    expect(outputs).toMatchObject({ stdout: "once\n", exit_code: 1 });
  });
});

test("A14: what a program was given to run cannot be changed for the next", async () => {
  const folder = makeFolder();
  mkdirSync(join(folder, "code"));
  writeFileSync(join(folder, "code/tool.sh"), "echo as it was; echo spoiled > /code/tool.sh");
  const mounts = [{ source: join(folder, "code"), target: "/code", mode: "ro" }] as const;
  await attack(["sh", "/code/tool.sh"], { mounts });
  expect(readFileSync(join(folder, "code/tool.sh"), "utf8")).toMatch(/^echo as it was/);
});
