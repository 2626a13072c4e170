import { describe, expect, test } from "vitest";
import { hostEnvironment } from "../../src/base/host-environment.ts";
import { HOST_PROGRAMS, type HostProgram } from "../../src/base/host-programs.ts";
import { importsOf, UNREADABLE } from "./imports.ts";
import { codeOnly, readFiles, readSources, type SourceFile } from "./source-files.ts";

/** Modules of Node that start a process or a thread. */
const STARTS = /^(?:node:)?(?:child_process|cluster|worker_threads)$/;
/** Ways to a module that are no import. */
const LOADERS = /\b(?:getBuiltinModule|require)\(\s*(["'] *["'])?/g;
/** Parts of the tests' own, which ship with nothing. */
const IN_TESTS = ["src/cli/testing/fake-launch.ts", "src/sandbox/changes/testing/scene.ts"];

const files = [...readSources(), ...readFiles("{bin,entry}/*.mjs")];
const TABLE: readonly (readonly [string, HostProgram])[] = Object.entries(HOST_PROGRAMS);

/** What a file loads by its syntax; words in comments, strings and templates are none. */
function loadedBy(file: SourceFile): string[] {
  const imported = importsOf(file).flatMap(({ to, typeOnly }) => (typeOnly ? [] : [to]));
  const loaded = [...codeOnly(file.text).matchAll(LOADERS)].map(({ 0: call, index }) => {
    const original = file.text.slice(index, index + call.length);
    return /["']([^"']+)["']$/.exec(original)?.[1] ?? UNREADABLE;
  });
  return [...imported, ...loaded];
}

const isStarter = (file: SourceFile) => loadedBy(file).some((name) => STARTS.test(name));
const sourceOf = (path: string) => files.find((file) => file.path === path)?.text ?? "";

describe("programs that Capstan starts on the machine", () => {
  test.each([
    ['import { spawn } from "node:child_process";', true],
    ['import child from "child_process";', true],
    ['import { type ChildProcess, fork } from "node:child_process";', true],
    ['import { Worker } from "node:worker_threads";', true],
    ['const { exec } = await import("node:child_process");', true],
    ['const { spawn } = process.getBuiltinModule("node:child_process");', true],
    ['const cluster = require("node:cluster");', true],
    ['import type { ChildProcess } from "node:child_process";', false],
    ['const text = `require("node:child_process")`;', false],
    ['// import { spawn } from "node:child_process";', false],
  ])("F13: are found by their syntax: %s", (text, expected) => {
    expect(isStarter({ path: "src/x.ts", text })).toBe(expected);
  });

  test("F13, A129: are all in the table, and nothing is in it that starts none", () => {
    const found = files.filter(isStarter).map(({ path }) => path);
    const listed = TABLE.flatMap(([, { from }]) => from);
    expect(found.toSorted()).toEqual([...listed, ...IN_TESTS].toSorted());
    expect(new Set(listed).size).toBe(listed.length);
  });

  test("F13: no module is loaded by a name that cannot be read", () => {
    const unreadable = files.filter((file) =>
      [...codeOnly(file.text).matchAll(/\bgetBuiltinModule\((?!\s*["'])/g)].some(() => true),
    );
    expect(unreadable.map(({ path }) => path)).toEqual([]);
  });

  test.each(TABLE)(
    "F13: %s has the fixed arguments and the environment of the table",
    (name, it) => {
      for (const path of it.from.filter((from) => from.startsWith("src/"))) {
        const text = sourceOf(path);
        const usesTable = text.includes(`HOST_PROGRAMS.${name}.args`);
        const missing = it.args.filter((argument) => !text.includes(JSON.stringify(argument)));
        expect(usesTable ? [] : missing, path).toEqual([]);
        // A box has the variables of its specification, which begin with none.
        const env = name === "box" ? "env: launch.env" : `hostEnvironment("${name}"`;
        expect(text, path).toContain(env);
        expect(callsWithoutEnv(text), path).toEqual([]);
      }
    },
  );

  test("F13, A129: no secret of the server is in the environment of any of them", () => {
    const secrets = {
      CAPSTAN_ADMIN_KEY: "x",
      CAPSTAN_MASTER_KEY: "x",
      ANTHROPIC_API_KEY: "x",
      DATABASE_URL: "x",
      NODE_OPTIONS: "x",
      LD_PRELOAD: "x",
    };
    const itself = ["server", "node"];
    for (const name of Object.keys(HOST_PROGRAMS) as (keyof typeof HOST_PROGRAMS)[]) {
      if (itself.includes(name)) continue;
      const given = hostEnvironment(name, { PATH: "/bin", ...secrets });
      for (const secret of Object.keys(secrets)) expect(given, name).not.toHaveProperty(secret);
      expect(given.PATH).toBe("/bin");
    }
    const open = TABLE.filter(([, { env }]) => env.includes("*")).map(([name]) => name);
    expect(open.toSorted()).toEqual(itself.toSorted());
  });
});

/** Calls that start something, by the name that it has in this file, and give it no environment. */
function callsWithoutEnv(text: string): string[] {
  const code = codeOnly(text);
  const aliases = [...code.matchAll(/const (\w+) = promisify\(execFile\)/g)].map(([, it]) => it);
  const names = ["spawn", "execFile", "fork", ...aliases].join("|");
  return [...code.matchAll(new RegExp(`(?<![.\\w])(?:${names})\\(`, "g"))].flatMap(({ index }) => {
    const call = callAt(code, index);
    return /\benv\b|\.\.\.options\b|\boptions\b/.test(call) ? [] : [call];
  });
}

/** From its name to the bracket that ends it. */
function callAt(code: string, start: number): string {
  let depth = 0;
  for (let at = code.indexOf("(", start); at < code.length; at++) {
    if (code[at] === "(") depth += 1;
    if (code[at] === ")" && --depth === 0) return code.slice(start, at + 1);
  }
  return code.slice(start);
}
