import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { run } from "../../src/cli/testing/run-cli.ts";
import { HELLO } from "../../src/features/bundles/testing/extension-trees.ts";
import { makeTree } from "../../src/features/bundles/testing/make-tree.ts";
import { packTree } from "../hub-tools.ts";
import { type Live, startLive } from "../live-server.ts";
import { ON_POSTGRES } from "../test-database.ts";
import { createNeutral } from "./neutral.ts";
import { ELSEWHERE, PUBLISHING, SCRIPT, type Step } from "./script.ts";

// A busy machine prints what it waits for; these lines are tested where they are made.
vi.mock("../../src/cli/while-waiting.ts", () => ({
  whileWaiting: (_context: unknown, _line: string, work: Promise<unknown>) => work,
}));

const ROOT = join(import.meta.dirname, "../..");
const WHILE = { timeout: 20_000 };
const SHIPPED = readdirSync(join(ROOT, "capabilities"));
const KEPT = join(import.meta.dirname, "commands.txt");

const ADMIN_KEY = "cap_the-admin-of-this-home-and-no-other";
type Typed = Step & {
  readonly code: number;
  readonly text: string;
  /** What it prints with --json, of a command that only reads. */
  readonly json?: string;
};

/** The last word of a command that changes nothing. */
const READS = /^(?:list|show|search|status|events|preview|tail|checkpoint|key|version|explain)$/;

let told: Typed[];
let neutral: (text: string) => string;
let scratch: string;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), "capstan-typed-"));
  const [home, folder] = [join(scratch, "home"), join(scratch, "folder")];
  mkdirSync(home);
  writeThings(folder);
  neutral = createNeutral({ home, folder, capstan: ROOT });
  const ids = new Map([["folder", folder]]);
  told = await typeAll(PUBLISHING, ids, { home });
  const [, key] = /(ed25519:\S+)/.exec(told.map(({ text }) => text).join("\n")) ?? [];
  const settings = {
    hubs: [{ url: join(folder, "acme"), key }],
    models: [`scripted:${join(folder, "greets.json")}`],
  };
  told.push(...(await typeAll(SCRIPT, ids, { home, settings })));
}, 60_000);

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Types one command after the other, against a server of its own. */
async function typeAll(
  script: readonly (string | Step)[],
  ids: Map<string, string>,
  options: Parameters<typeof startLive>[0],
): Promise<Typed[]> {
  const key = { CAPSTAN_ADMIN_KEY: ADMIN_KEY };
  const live = await startLive({ env: { CAPSTAN_MODEL: "offline", ...key }, ...options });
  const env = { CAPSTAN_HOME: live.home, ...key };
  const typed: Typed[] = [];
  try {
    await vi.waitFor(() => hasAllShipped(live), WHILE);
    for (const line of script) {
      const step = typeof line === "string" ? { types: line } : line;
      const words = wordsOf(step.types, ids);
      const { code, out, err } = await run(words, { env, ...step.given });
      const text = [out, err].filter(Boolean).join("\n");
      for (const [id = "", kind = ""] of text.matchAll(/\b([a-z]+)_[0-9a-f]{8}-[0-9a-f-]{27}/g)) {
        ids.set(kind, id);
      }
      if (step.settles) await vi.waitFor(() => hasEnded(live, ids.get("session")), WHILE);
      const isRead = READS.test(commandOf(step.types)?.split(" ").at(-1) ?? "");
      const asJson = isRead && (await run([...words, "--json"], { env }));
      typed.push({ ...step, code, text, ...(asJson && { json: asJson.out }) });
    }
    expect(live.reported).toEqual([]);
  } finally {
    await live.stop();
  }
  return typed;
}

/** What ships is taken in once the server has started. */
async function hasAllShipped(live: Live): Promise<void> {
  const there = await Promise.all(
    ["/v1/capabilities?kind=skill,agent", "/v1/packs"].map(
      async (path) => (await live.call<{ total: number }>("GET", path)).body.total,
    ),
  );
  expect(there[0]).toBe(SHIPPED.length - (there[1] ?? 0));
}

async function hasEnded(live: Live, session = ""): Promise<void> {
  const { body } = await live.call<{ state: string }>("GET", `/v1/sessions/${session}`);
  expect(body.state).toBe("completed");
}

/** As a shell splits a line, with the ids that were printed before. */
function wordsOf(line: string, ids: ReadonlyMap<string, string>): string[] {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)];
  return words.map(([, single, double, plain]) =>
    (single ?? double ?? plain ?? "").replaceAll(
      /\{([a-z]+)\}/g,
      (asTyped, kind: string) => ids.get(kind) ?? asTyped,
    ),
  );
}

function writeThings(folder: string): void {
  makeTree(HELLO, join(folder, "hello"));
  makeTree(packTree("1.0.0"), join(folder, "greeter"));
  makeTree(
    {
      "notes.txt": "Buy milk.\n",
      "reporter/SKILL.md":
        "---\nname: reporter\ndescription: How to write a report.\n---\n# Reports\n\nBe brief.\n",
      "reports/today.txt": "Nothing.\n",
      "papers/draft.txt": "A draft.\n",
      "project/.agents/skills/found/SKILL.md":
        "---\nname: found\ndescription: Lies in a project.\n---\n",
      "notes-server.mjs": NOTES_SERVER,
      "mcp.json": JSON.stringify({
        mcpServers: { desk: { command: "node", args: [join(folder, "notes-server.mjs")] } },
      }),
      "draft.cedar": DRAFT,
      "greets.json": JSON.stringify({
        steps: [{ tool_calls: [{ name: "skill:my-skill:run", input: {} }] }, { text: "Greeted." }],
      }),
    },
    folder,
  );
}

/** The smallest server there is. */
const NOTES_SERVER = `import { createInterface } from "node:readline";
const tool = { name: "count_notes", description: "Counts the notes.", inputSchema: { type: "object" } };
const serverInfo = { name: "notes", version: "1.0.0" };
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo }),
  "tools/list": () => ({ tools: [tool] }),
  ping: () => ({}),
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const result = answers[method]?.(params);
  const error = { code: -32601, message: "Method not found" };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) }));
}
`;

const DRAFT = `@id("no_sums")
@reason("No sums today.")
forbid (principal, action, resource == Tool::"builtin:test_math:add");
`;

test("F77: every command of the table is typed, or has a test of its own", () => {
  const lines = [...PUBLISHING, ...SCRIPT].map((it) => (typeof it === "string" ? it : it.types));
  const names = COMMANDS.map(({ name }) => name);
  const isTyped = (name: string) => lines.some((line) => commandOf(line) === name);
  expect(names.filter((name) => !isTyped(name)).toSorted()).toEqual(
    Object.keys(ELSEWHERE).toSorted(),
  );
  expect(Object.values(ELSEWHERE).filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

/** The longest name that a line begins with. */
function commandOf(line: string): string | undefined {
  const names = COMMANDS.map(({ name }) => name);
  const fitting = names.filter((name) => `${line} `.startsWith(`${name} `));
  return fitting.toSorted((a, b) => b.length - a.length)[0];
}

/** PostgreSQL has its own tools for a copy: there this command says so. */
const isElsewhere = (types: string) => ON_POSTGRES && types.startsWith("backup ");

test("F77: every command ends as it should", () => {
  const wrong = told.filter(
    ({ types, code, exits = 0 }) => code !== (isElsewhere(types) ? 1 : exits),
  );
  expect(wrong.map(({ types, code, text }) => `${types}: ${code}\n${text}`)).toEqual([]);
});

test("F77: no command prints what stands for nothing in place of a value", () => {
  const NOTHING = /\bundefined\b|\[object Object\]|\bNaN\b|\bnull\b/;
  const wrong = told.filter(({ text }) => text === "" || NOTHING.test(text));
  expect(wrong.map(({ types, text }) => `${types}\n${text}`)).toEqual([]);
});

test("F77: every command that reads prints one JSON value with --json", () => {
  const wrong = told.filter(({ json }) => json !== undefined && !isJson(json));
  expect(wrong.map(({ types, json }) => `${types}\n${json}`)).toEqual([]);
  expect(told.filter(({ json }) => json !== undefined).length).toBeGreaterThan(30);
});

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

test("F77: every command prints the text that is kept", async () => {
  expect(existsSync(KEPT)).toBe(true);
  const text = told.map(({ types, text }) => `$ capstan ${types}\n${neutral(text)}\n`);
  if (!ON_POSTGRES) return expect(text.join("\n")).toMatchFileSnapshot(KEPT);
  const kept = readFileSync(KEPT, "utf8");
  const typed = text.filter((_, at) => !isElsewhere(told[at]?.types ?? ""));
  expect(typed.filter((part) => !kept.includes(part))).toEqual([]);
});
