import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { loopWaits } from "./loop-waits.ts";
import { codeOnly, readFiles, readSources, withoutComments } from "./source-files.ts";

type Ban = {
  readonly what: string;
  readonly instead: string;
  readonly pattern: RegExp;
  /** What the pattern is held against: the code alone, the code with its strings, or all of it. */
  readonly read: (text: string) => string;
  readonly allowedIn?: RegExp;
  /** Proof that the pattern works: what it must catch, and what it must leave alone. */
  readonly catches: readonly string[];
  readonly spares: readonly string[];
};

const everything = (text: string) => text;

const BANS: readonly Ban[] = [
  {
    what: "process.exit",
    instead: "set process.exitCode, or throw and let app/main.ts end the process",
    pattern: /\bprocess\s*\.\s*exit\b/,
    read: codeOnly,
    allowedIn: /^src\/app\/main\.ts$/,
    catches: ["process.exit(1)", "process.exit()"],
    spares: ["process.exitCode = 1", 'log("process.exit")'],
  },
  {
    what: "the clock",
    instead: "take a Clock (base/clock.ts)",
    pattern: /\bDate\s*\.\s*now\b|\bnew Date\b(?!\s*\(\s*[^)\s])|(?<!new |[.\w])Date\(/,
    read: codeOnly,
    allowedIn: /^src\/(?:app\/|cli\/process-io\.ts$)/,
    catches: ["Date.now()", "const now = Date.now;", "new Date()", "new Date", "Date()"],
    spares: ["new Date(clock.now())", "new Date(0)", "type D = Date;", "// Date.now()"],
  },
  {
    what: "chance",
    instead: "take it as a parameter, or use base/ids.ts for ids",
    pattern: /\bMath\s*\.\s*random\b/,
    read: codeOnly,
    allowedIn: /^src\/app\//,
    catches: ["Math.random()", "`id-$" + "{Math.random()}`"],
    spares: ["Math.round(1.5)"],
  },
  {
    what: "console",
    instead: "return it, or write to the stream that was passed in",
    pattern: /(?<![.\w])console\s*[.[]/,
    read: codeOnly,
    catches: ['console.log("x")', 'console["error"](e)'],
    spares: ['const title = "console.log";', "this.console.write()"],
  },
  {
    what: "a loop that waits for a promise which may have settled",
    instead: "a chain (each waits for the one before it): awaiting what has settled starves timers",
    pattern: /./,
    read: loopWaits,
    catches: [
      "while (underWay) await underWay.catch(() => {});",
      "while (a.b) {\n  await a.b.catch(ignore);\n}",
      "for (;;) { if (done()) return; await this.ready; }",
      "do { await tail; } while (isBusy);",
      "while (left) {\n  await Promise.race([ready, delay(5)]);\n}",
      "while (left) await Promise.any([a.b, c()]);",
      "for (let n = 0; ; ) await opened.then(next);",
    ],
    spares: [
      "while (left > 0) await next();",
      "await tail.catch(() => {});",
      "for (const each of all) await each;",
      "for (;;) { await changed.promise; changed = Promise.withResolvers(); }",
      "while (full()) { const { promise } = Promise.withResolvers(); await promise; }",
      "while (left) { const got = ready.get(id) ?? start(); await got; }",
      "while (left) await Promise.race([next(), delay(5)]);",
      "while (reads()) await client.read().finally(stop);",
    ],
  },
  {
    what: "export *",
    instead: "export by name: publishing is a decision",
    pattern: /^\s*export\s*\*/m,
    read: codeOnly,
    catches: ['export * from "./a.ts";', 'export * as a from "./a.ts";'],
    spares: ['export { a } from "./a.ts";'],
  },
  {
    what: "any",
    instead: "unknown, and a schema",
    pattern: /(?<![.\w$])any(?![\w$]|\s*[:(])|\bz\s*\.\s*any\s*\(/,
    read: codeOnly,
    catches: ["let a: any;", "b as any", "Record<string, any>", "any[]", "z.any()"],
    spares: ["// any of them", 'throw new E("any")', "AbortSignal.any([a, b])", "anyOf"],
  },
  {
    what: "a silenced checker",
    instead: "fix what it says",
    pattern: /@ts-(?:ignore|nocheck|expect-error)|biome-ignore|eslint-disable/,
    read: everything,
    catches: ["// @ts-ignore", "// @ts-expect-error later", "// biome-ignore lint: no"],
    spares: ["// ignore the case"],
  },
  {
    what: "code made from text",
    instead: "data, and code that reads it",
    pattern: /(?<![.\w$])eval\s*\(|(?<![.\w$])Function\s*\(|\bFunction\s*\.\s*constructor\b/,
    read: codeOnly,
    catches: ['eval("1")', 'new Function("return 1")', 'Function("return 1")'],
    spares: ["evaluate(a)", "isFunction(a)", "z.function()", "type F = Function"],
  },
  {
    what: "a shell",
    instead: "spawn or execFile by name, with an array of arguments",
    pattern:
      /import\s+(?!type\b)(?:[^;]*[{,]\s*exec(?:Sync)?\b[^;]*|\*[^;]*|\w+[^;]*)from\s*"(?:node:)?child_process"|\bshell:(?!\s*(?:false|z)\b)/,
    read: withoutComments,
    catches: [
      'import { exec } from "node:child_process";',
      'import { spawn, execSync } from "child_process";',
      'import * as child from "node:child_process";',
      "spawn(a, [], { shell: true })",
      'spawn(a, [], { shell: "/bin/sh" })',
    ],
    spares: [
      'import { execFile, spawn } from "node:child_process";',
      'import type { ChildProcess } from "node:child_process";',
      'db.exec("pragma x"); // shell: true',
      "spawn(a, [], { shell: false })",
      "z.strictObject({ shell: z.boolean() })",
    ],
  },
];

/** Two times of the clock compared with a limit: a busy machine breaks it. */
const WALL_LIMIT =
  /\bexpect\(\s*\(*(?:Math\.\w+\(\s*)?(?:performance|Date)\.now\(\)[^;]*\.toBeLess/;

describe("a limit on the time of the clock", () => {
  test("does not occur in a test", () => {
    const offences = readFiles("{src,test,examples}/**/*.test.ts")
      .filter(({ text }) => WALL_LIMIT.test(codeOnly(text)))
      .map(({ path }) => path);
    const instead = "count, use cpuMs() of test/cpu-ms.ts, or let the test's own limit end it";
    expect(offences, `instead: ${instead}`).toEqual([]);
  });

  test.each([
    "expect(performance.now() - before).toBeLessThan(500);",
    "expect((Date.now() - started) / 10).toBeLessThanOrEqual(100);",
  ])("is seen in: %s", (sample) => expect(sample).toMatch(WALL_LIMIT));

  test.each([
    "expect(performance.now() - before).toBeGreaterThan(500);",
    "expect(cpuMs() - before).toBeLessThan(500);",
  ])("is not seen in: %s", (sample) => expect(sample).not.toMatch(WALL_LIMIT));
});

const CATCH_ALL = /^(?:.+-)?(?:utils?|helpers?|common)$|^types?$/;

const files = readSources();

describe.each(BANS)("$what", ({ what, instead, pattern, read, allowedIn, catches, spares }) => {
  test("does not occur in src", () => {
    const offences = files
      .filter(({ path, text }) => !allowedIn?.test(path) && pattern.test(read(text)))
      .map(({ path }) => path);
    expect(offences, `${what} is banned; instead: ${instead}`).toEqual([]);
  });

  test.each(catches)("is seen in: %s", (sample) => expect(read(sample)).toMatch(pattern));
  test.each(spares)("is not seen in: %s", (sample) => expect(read(sample)).not.toMatch(pattern));
});

test("no file or folder of src is a catch-all", () => {
  const offences = files.filter(({ path }) =>
    path.split("/").some((part) => CATCH_ALL.test(basename(part, ".ts"))),
  );
  expect(offences.map(({ path }) => path)).toEqual([]);
});
