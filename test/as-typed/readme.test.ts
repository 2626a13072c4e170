import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { IS_LONG, longTest } from "../runs.ts";
import { databaseOf } from "../test-database.ts";

const ROOT = join(import.meta.dirname, "../..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const home = mkdtempSync(join(tmpdir(), "capstan-readme-"));
const env = { ...process.env, CAPSTAN_HOME: home, CAPSTAN_PORT: "0", CAPSTAN_IDLE_EXIT_S: "2" };

beforeAll(async () => void Object.assign(env, await databaseOf(home)));
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

const BY_NPM = "npm run -s capstan --";
let typed = 0;

/**
 * Runs a line as a person would type it. From the second on, the usual run starts the program that npm
 * would start: npm takes as long as the program.
 */
async function type(line: string, said = ""): Promise<{ code: number; out: string }> {
  typed += 1;
  const program = `"${process.execPath}" bin/capstan.mjs`;
  const short = IS_LONG || typed === 1 ? line : line.replace(BY_NPM, program);
  try {
    const running = promisify(execFile)("bash", ["-c", short], { cwd: ROOT, env });
    running.child.stdin?.end(said);
    return { code: 0, out: (await running).stdout };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { code, out: stdout };
  }
}

const list = async (what: string) =>
  JSON.parse((await type(`npm run -s capstan -- ${what} list --json`)).out).items;

/** Typed against a provider of its own: test/e2e/connected-model.test.ts. */
const ASKS_A_PROVIDER = "model connect";

/** What a person types into the chat of the README. */
const SAID = "what is 15% of 240?\n/quit\n";

test("P6: every command of the README works as it stands there", async () => {
  const lines = [
    ...[...README.matchAll(/^npm run -s capstan -- .*$/gm)].map(([line]) => line),
    ...[...README.matchAll(/`(npm run -s capstan -- --help)`/g)].map(([, line = ""]) => line),
  ];
  const codes: [string, number][] = [];
  let last = "";
  for (const line of lines.filter((it) => !it.includes(ASKS_A_PROVIDER))) {
    const session = line.includes("<session_id>") ? (await list("sessions"))[0].id : "";
    const approval = line.includes("<approval_id>") ? (await list("approvals"))[0].id : "";
    const typed = line.replace("<session_id>", session).replace("<approval_id>", approval);
    const { code, out } = await type(typed, line.endsWith("chat") ? SAID : "");
    if (line.endsWith("chat")) expect(out).toContain("= 36");
    codes.push([line.replace("npm run -s capstan -- ", "").split(/ [-<']/)[0] ?? "", code]);
    if (line.includes("sessions show")) last = out;
  }
  expect(codes).toEqual([
    ["chat", 0],
    ["do", 0],
    ["tools list", 0],
    ["tools call builtin:calculator:calculate", 0],
    ["sessions create", 0],
    ["sessions send", 3],
    ["approvals list", 0],
    ["approvals run", 0],
    ["sessions show", 0],
    ["audit verify", 0],
    ["model", 0],
    ["--help", 0],
  ]);
  expect(last).toContain('{"result":42}');
}, 60_000);

const [, PROGRAM = ""] = /```ts\n([\s\S]*?)```/.exec(README) ?? [];

/** Runs a program anywhere in the clone, as who saved it there would; what it writes goes elsewhere. */
async function runInClone(code: string): Promise<string> {
  const program = join(ROOT, "build", `readme-${process.pid}.mts`);
  writeFileSync(program, code);
  try {
    const cwd = mkdtempSync(join(home, "program-"));
    return (await promisify(execFile)(process.execPath, [program], { cwd })).stdout;
  } finally {
    rmSync(program);
  }
}

const printed = [...PROGRAM.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(
  ([, text]) => `${text}\n`,
);

test("the README's program runs as it stands in a clone, and says what its comments say", async () => {
  expect(printed).toHaveLength(1);
  expect(await runInClone(PROGRAM)).toBe(printed.join(""));
});

longTest("the README's program runs on a PostgreSQL too", async () => {
  const shared = `${JSON.stringify(await emptySchema())}, masterKey: Buffer.alloc(32, 7)`;
  const program = PROGRAM.replace('"capstan.db"', shared);
  expect(program).not.toBe(PROGRAM);
  expect(await runInClone(program)).toBe(printed.join(""));
});

test("C42: examples/embed.ts runs, asks, and verifies its trail", async () => {
  const { code, out } = await type("node examples/embed.ts");
  expect({ code, out: out.split("\n") }).toEqual({
    code: 0,
    out: [
      "sum: { result: 42 }",
      "asked: input_required [ 'draft.txt', 'notes.txt' ]",
      "ran: completed [ 'notes.txt' ]",
      "audit: true 5",
      "",
    ],
  });
});
