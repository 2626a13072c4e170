import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startNpmRegistry } from "../../rig/packages/npm-registry.ts";
import { run } from "../../src/cli/testing/run-cli.ts";
import { HELLO } from "../../src/features/bundles/testing/extension-trees.ts";
import { makeTree } from "../../src/features/bundles/testing/make-tree.ts";
import { makeZip } from "../../src/features/bundles/testing/make-zip.ts";
import { type Live, startLive } from "../live-server.ts";
import { helloTree, packTree } from "./hub/hub-homes.ts";
import { fixture } from "./mcp/open-mcp-api.ts";
import { publishServer } from "./mcp/pinned-servers.ts";

const ADMIN_KEY = "cap_the-admin-of-this-home-and-no-other";
const KEYS = { CAPSTAN_MODEL: "offline", CAPSTAN_ADMIN_KEY: ADMIN_KEY };
const SERVER = { command: "node", args: [fixture("modern-stdio.mjs")] };

let live: Live;
let folder: string;
/** A relative path, as a person types it. */
const here = (name: string) => relative(process.cwd(), join(folder, name));

beforeAll(async () => {
  live = await startLive({ env: KEYS });
  folder = mkdtempSync(join(tmpdir(), "capstan-add-"));
  makeTree(packTree(), join(folder, "notes"));
  makeTree(helloTree(), join(folder, "hello"));
  makeTree(HELLO, join(folder, "greets"));
  const parts = Object.entries(packTree("1.0.0", "Zipped.")).map(([name, content]) => ({
    ...{ name, content },
  }));
  writeFileSync(join(folder, "notes.zip"), makeZip(parts));
  const mcpServers = { one: SERVER, two: SERVER };
  writeFileSync(join(folder, "mcp.json"), JSON.stringify({ mcpServers }));
  writeFileSync(join(folder, "nothing.zip"), "");
  mkdirSync(join(folder, "empty"));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await live.stop();
});

const type = (words: string[], given: Parameters<typeof run>[1] = {}) =>
  run(words, {
    ...given,
    env: { CAPSTAN_HOME: live.home, CAPSTAN_ADMIN_KEY: ADMIN_KEY, ...given.env },
  });

/** The command that a text says to try next. */
function tried(out: string): string[] {
  const [, words = ""] = /To try it: +\S*capstan(?: --)? (.*)$/m.exec(out) ?? [];
  return [...words.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

const PEOPLE = { isTty: true, width: 80 };

test("F71: at a terminal a person sees what a folder is before it is added", async () => {
  const no = await type(["add", here("hello")], { ...PEOPLE, answers: ["n"] });
  expect(no).toMatchObject({ code: 1, err: "Nothing was done." });
  expect(no.out).toMatch(
    /^Skill {2}skill:hello\n {2}Does hello\.\nTools \(1\):\n {2}skill:hello:run {2}MED/,
  );
  expect((await live.call("GET", "/v1/capabilities/skill:hello")).status).toBe(404);
  const yes = await type(["add", here("hello")], { ...PEOPLE, answers: ["y"] });
  expect(yes.out).toContain("Add it? [y/N]");
  expect(yes.out).toContain("skill:hello was added.");
  expect(yes.code).toBe(0);
  expect(await type(tried(yes.out))).toMatchObject({
    code: 0,
    out: expect.stringContaining("hello"),
  });
});

test("F71: a preview adds nothing, and prints the server's JSON for a machine", async () => {
  const shown = await type(["add", here("notes"), "--preview", "--json"]);
  expect(JSON.parse(shown.out)).toMatchObject({ kind: "pack", id: "notes", state: "preview" });
  expect((await live.call<{ total: number }>("GET", "/v1/packs?search=notes")).body.total).toBe(0);
});

test("F71: a folder and a zip of a pack are added, and the next command opens a chat with it", async () => {
  const { out, code } = await type(["add", here("notes")]);
  expect(code).toBe(0);
  const talk = await type(tried(out), { piped: ["What time is it?"] });
  const [session] = /session_[0-9a-f-]+/.exec(talk.err) ?? [];
  const { body } = await live.call<{ packs: { id: string }[] }>("GET", `/v1/sessions/${session}`);
  expect(body.packs).toMatchObject([{ id: "notes" }]);
  const zip = await type(["add", here("notes.zip")]);
  expect(zip.out).toContain("notes-2 was added.");
  const before = await live.call<{ total: number }>("GET", "/v1/sessions");
  expect((await type(["chat", "--pack", "notes"], { piped: [] })).code).toBe(0);
  expect(await type(["chat", "--pack", "no-such"], { piped: [] })).toMatchObject({ code: 1 });
  expect((await live.call<{ total: number }>("GET", "/v1/sessions")).body.total).toBe(
    before.body.total,
  );
});

test("F71: an extension is added, and its first call asks as the line to try says", async () => {
  const { out, code } = await type(["add", here("greets")]);
  expect([code, out]).toEqual([0, expect.stringContaining("ext:demo.hello was added.")]);
  expect((await type(tried(out))).code).toBe(3);
});

test("F71: mcp.json, one entry of it and the words of a program are MCP servers", async () => {
  const both = await type(["add", here("mcp.json")]);
  expect(both.out).toMatch(/mcp:one was added\.[\s\S]*mcp:two was added\./);
  // An MCP tool without a known risk asks.
  expect((await type(tried(both.out))).code).toBe(3);
  const shown = await type(["add", `@${here("mcp.json")}`, "--preview", "--json"]);
  expect(JSON.parse(shown.out)).toMatchObject({ items: [{ id: "mcp:one" }, { id: "mcp:two" }] });
  const entry = await type(["add", JSON.stringify(SERVER), "--id", "entry"]);
  expect(entry).toMatchObject({ code: 0, out: expect.stringContaining("mcp:entry was added.") });
  const piped = await type(["add", "-", "--id", "piped"], { stdin: JSON.stringify(SERVER) });
  expect(piped.code).toBe(0);
  const words = await type(["add", "--id", "words", "--", "node", fixture("modern-stdio.mjs")]);
  expect([words.code, words.out]).toEqual([0, expect.stringContaining("mcp:words was added.")]);
  const npm = await type(["add", "--preview", "--", "npx", "-y", "@acme/server-files"]);
  expect(npm.out).toContain("MCP server  mcp:files");
  const broken = await type([
    "add",
    '{"command":"node","args":["/no/such.mjs"]}',
    "--id",
    "broken",
  ]);
  expect([broken.code, broken.out]).toEqual([1, expect.stringContaining("does not work yet")]);
}, 30_000);

test("F71: a server of npm shows its packages, and waits until an admin approves them", async () => {
  const registry = await startNpmRegistry();
  publishServer(registry, "1.0.0");
  const own = await startLive({ env: KEYS, settings: { registries: { npm: registry.url } } });
  onTestFinished(() => own.stop());
  const env = { CAPSTAN_HOME: own.home };
  const { out, code } = await type(["add", "npx -y fixture-server"], {
    ...{ ...PEOPLE, env },
    answers: ["y"],
  });
  expect(code).toBe(3);
  expect(out).toMatch(/Packages:\n {2}fixture-server 1\.0\.0/);
  const [, approval = ""] = /approvals run (\S+)/.exec(out) ?? [];
  const ran = await type(["approvals", "run", approval], { env });
  expect([ran.code, ran.out]).toEqual([0, expect.stringContaining("completed")]);
  const { body } = await own.call<{ tools: number }>("GET", "/v1/mcp-servers/fixture");
  expect(body.tools).toBeGreaterThan(0);
}, 60_000);

test("F71: a capability as JSON is added", async () => {
  const manifest = {
    ...{ id: "desk", name: "Desk", description: "Reads tickets." },
    tools: [
      {
        ...{ name: "ticket", description: "Reads a ticket." },
        input_schema: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
        http: { method: "GET", url: "https://desk.example.com/tickets/{{id}}" },
      },
    ],
  };
  const { out, code } = await type(["add", JSON.stringify(manifest)]);
  expect(code).toBe(0);
  expect(out).toContain("Reaches:\n  desk.example.com");
  expect(tried(out)).toEqual(["tools", "call", "ext:desk:ticket", "--input", '{"id":1}']);
});

test.each([
  { types: ["add"], code: 2, says: /needs what to add/ },
  { types: ["add", "./nowhere"], code: 2, says: /There is no \.\/nowhere here/ },
  { types: ["add", "nothing-known"], code: 2, says: /npx -y nothing-known/ },
  { types: ["add", "/"], code: 1, says: /whole home folder/ },
])("F71: $types ends with $code", async ({ types, code, says }) => {
  const ran = await type(types);
  expect([ran.code, ran.err]).toEqual([code, expect.stringMatching(says)]);
});

test("F71: an empty folder and an empty file say what is wrong", async () => {
  expect(await type(["add", here("empty")])).toMatchObject({
    ...{ code: 1, err: expect.stringContaining("no file that can be installed") },
  });
  expect(await type(["add", here("nothing.zip")])).toMatchObject({ code: 2 });
});

test("F71: a folder of this machine is not sent to a server elsewhere", async () => {
  const env = { CAPSTAN_URL: "http://capstan.example:1", CAPSTAN_API_KEY: "key" };
  const ran = await type(["add", here("notes")], { env });
  expect([ran.code, ran.err]).toEqual([2, expect.stringMatching(/runs on capstan\.example.*zip/)]);
});

test("F71: with a key that only approves, a skill is refused without an admin, and a pack is added", async () => {
  const env = { CAPSTAN_ADMIN_KEY: undefined };
  expect(await type(["add", here("hello")], { env })).toMatchObject({ code: 4 });
  makeTree(
    { "SKILL.md": "---\nname: briefs\ndescription: Briefs.\n---\n# B\n" },
    join(folder, "briefs"),
  );
  expect(await type(["add", here("briefs")], { env })).toMatchObject({ code: 0 });
});

test("F71: help shows add among the first commands, and the longer forms name it", async () => {
  const { out } = await run(["help"]);
  const names = out.split("\n").flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []);
  expect(names.indexOf("add")).toBeLessThan(8);
  expect(out.match(/\(add |; add /g)?.length).toBeGreaterThan(4);
});
