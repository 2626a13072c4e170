import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type Ran, run } from "../../src/cli/testing/run-cli.ts";
import { type Live, startLive } from "../live-server.ts";
import { usually } from "../runs.ts";
import { blocks, LINES, ROOT, wordsOf } from "./guide-text.ts";

/** Not typed here, and why; each has tests of its own. */
const LEFT_OUT: readonly (readonly [line: RegExp, why: string])[] = [
  [/capstan serve|capstan worker/, "is a process of its own: test/e2e/home.test.ts"],
  [/capstan restore/, "needs the server to be stopped: test/e2e/backup.test.ts"],
  [/mcp add files|mcp show files/, "installs from npm: test/e2e/mcp"],
  [
    /(?:mcp (?:add|refresh|login|remove)|secrets .*) tickets/,
    "is a server elsewhere: test/e2e/mcp",
  ],
  [/model connect/, "asks a provider: test/e2e/connected-model.test.ts"],
  [/capstan add (?:https|@|mcp|acme)/, "needs a server or a hub: test/e2e/add.test.ts"],
  [/mcp import/, "reads another program's settings: test/e2e/mcp"],
  [/hub (?:search|show|install|sync|list|remove)/, "needs a hub in the settings: test/e2e/hub"],
  [/--reconcile/, "needs a call that was cut off: test/chaos"],
];

/** These wait for an approval, as the guide says. */
const WAITS = [
  /tools call ext:demo/,
  /sessions send .* (?:'(?:multiply|delete) |1$)/,
  /tools call builtin:sandbox:execute_code/,
];

type World = { readonly server: Live; readonly folder: string; readonly env: NodeJS.ProcessEnv };

/** Files of the reader's own that the guide's examples name; and those that it shows. */
function bring(folder: string): void {
  const put = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode });
  };
  put("report.csv", "a,b\n");
  for (const name of ["srv/reports", "srv/drafts", "mnt/elsewhere"]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  put("draft.cedar", blocks("cedar").join("\n"));
  put("reports.json", blocks("json").find((text) => text.includes('"id": "reports"')) ?? "");
  const manifest = blocks("json").find((text) => text.includes("demo.hello"));
  put("extensions/hello/manifest.json", manifest ?? "");
  put("extensions/hello/commands/commands.yaml", blocks("yaml")[0] ?? "");
  put("extensions/hello/commands/hello.sh", '#!/usr/bin/env bash\necho "Hello, $1!"\n', 0o755);
  cpSync(join(ROOT, "capabilities/incident-triage"), join(folder, "packs/incident-triage"), {
    recursive: true,
  });
}

/** Paths as they are for a reader whose home, `/srv` and working folder lie in this folder. */
function placed(word: string, folder: string): string {
  if (/^(?:~|\/srv|\/mnt)\//.test(word)) return join(folder, word.replace(/^~/, ""));
  return /^[\w-]+\.(?:csv|cedar|json|jsonl|db)$/.test(word) ? join(folder, word) : word;
}

async function typeLine(line: string, world: World): Promise<Ran> {
  const { folder, env } = world;
  // The newest, or the one that the lines before have named.
  const named = async (what: string) => {
    const { items } = JSON.parse(await listed(world, what));
    return (
      items.find((it: { name?: string }) => ["bot", "ada"].includes(it.name ?? "")) ?? items.at(0)
    );
  };
  let words = wordsOf(line);
  for (const noun of ["session", "approval", "agent", "grant", "principal", "token"]) {
    if (!line.includes(`<${noun}_id>`)) continue;
    const { id } = (await named(`${noun}s`)) ?? {};
    words = words.map((word) => word.replace(`<${noun}_id>`, `${id}`));
  }
  if (line.includes("<invocation_id>")) {
    const { out } = await run(["audit", "tail", "--json", "--limit", "50"], { env });
    const [, id = ""] = /"(inv_[0-9a-f-]+)"/.exec(out) ?? [];
    words = words.map((word) => word.replace("<invocation_id>", id));
  }
  words = words.map((word) => placed(word, folder));
  // It writes into the working folder, which all tests of this process share.
  if (/capabilities new \w+$/.test(line)) words.push("--out", join(folder, `${words[2]}.json`));
  const stdin = line.startsWith("printf") ? "the token" : "";
  const ran = await run(words, { env, stdin, answers: ["what is 15% of 240?", "/quit"] });
  const [, file] = / > (\S+)$/.exec(line) ?? [];
  if (file !== undefined) writeFileSync(placed(file, folder), `${ran.out}\n`);
  return ran;
}

/** What is true after a line, beside that it ended well. */
const TRUE_AFTER: readonly (readonly [line: RegExp, isTrue: (world: World) => Promise<unknown>])[] =
  [
    [/files get/, async ({ folder }) => existsSync(join(folder, "copy.csv"))],
    [/sessions rename/, async (it) => (await listed(it, "sessions")).includes("Report, week 12")],
    [/grants revoke/, async (it) => JSON.parse(await listed(it, "grants")).items.length === 1],
    [/sessions send .* --attach/, async (it) => (await shown(it)).includes("incident-triage")],
    [/tokens revoke/, isBotRevoked],
    [/secrets remove/, async (it) => !(await listed(it, "secrets")).includes("GITHUB")],
    [/secrets set/, async (it) => (await listed(it, "secrets")).includes("GITHUB")],
    [
      /capabilities add tickets/,
      async (it) => (await listed(it, "capabilities")).includes("ext:tickets"),
    ],
    [
      /capabilities remove ext:tickets/,
      async (it) => !(await listed(it, "capabilities")).includes("ext:tickets"),
    ],
    [/access allow .*drafts/, async (it) => (await listed(it, "access")).includes("srv/drafts")],
    [/access revoke/, async (it) => !(await listed(it, "access")).includes("srv/drafts")],
    [/extensions install/, async (it) => (await listed(it, "extensions")).includes("demo.hello")],
    [/extensions remove/, async (it) => !(await listed(it, "extensions")).includes("demo.hello")],
    [/halt --lift/, async ({ server }) => (await server.call("GET", "/readyz")).status === 200],
    [/^capstan backup/, async ({ folder }) => existsSync(join(folder, "capstan-backup.db"))],
    [/audit export/, async ({ folder }) => existsSync(join(folder, "audit.jsonl"))],
  ];

async function isBotRevoked(world: World): Promise<boolean> {
  const { items } = JSON.parse(await listed(world, "tokens"));
  const bot = items.find(({ name }: { name: string }) => name === "bot");
  return bot === undefined || bot.revoked_at !== null;
}

async function shown(world: World): Promise<string> {
  const [{ id }] = JSON.parse(await listed(world, "sessions")).items;
  return (await run(["sessions", "show", id, "--json"], { env: world.env })).out;
}

async function listed({ env }: World, what: string): Promise<string> {
  return (await run([what, "list", "--json"], { env })).out;
}

test("the guide's commands work one after the other, as they stand there", async () => {
  const server = await startLive({ env: { CAPSTAN_MODEL: "offline" } });
  const folder = mkdtempSync(join(tmpdir(), "capstan-guide-"));
  onTestFinished(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  bring(folder);
  const env = {
    CAPSTAN_URL: server.url,
    CAPSTAN_API_KEY: server.key,
    CAPSTAN_ADMIN_KEY: server.newAdminKey,
  };
  const world: World = { server, folder, env };
  const lines = LINES.filter((line) => !LEFT_OUT.some(([left]) => left.test(line)));
  // The same line again takes seconds where it looks at the whole machine.
  const typed = usually(lines, (line, at) => line.includes("<") || lines.indexOf(line) === at);
  const wrong: string[] = [];
  for (const line of typed) {
    const { code, out, err } = await typeLine(line, world);
    const expected = WAITS.some((waits) => waits.test(line)) ? 3 : 0;
    if (code !== expected) wrong.push(`${code} ${line}\n${err}${out.slice(0, 500)}`);
    for (const [after, isTrue] of TRUE_AFTER) {
      if (after.test(line) && !(await isTrue(world))) wrong.push(`not true after: ${line}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(typed.length).toBeGreaterThan(80);
}, 60_000);
