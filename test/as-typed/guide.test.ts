import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { readPolicies } from "../../src/app/read-policies.ts";
import { Settings } from "../../src/app/settings.ts";
import { readArgs } from "../../src/cli/args.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { matchCommand } from "../../src/cli/match-command.ts";
import { sandbox } from "../../src/features/builtin/sandbox.ts";
import { readTree } from "../../src/features/bundles/testing/read-tree.ts";
import { addCustom } from "../../src/features/custom/custom-capabilities.ts";
import { loadExtension } from "../../src/features/extensions/load-extension.ts";
import { loadAgent } from "../../src/features/manifest-agents/load-agent.ts";
import type { Session } from "../../src/http/client/wire.ts";
import { checkPolicies } from "../../src/policy/check-policies.ts";
import { PackTools } from "../../src/schema/pack-tools.ts";
import { parseCustom } from "../../src/schema/parse-custom.ts";
import { ADMIN, openHarness } from "../harness.ts";
import { startLive } from "../live-server.ts";
import { blocks, GUIDE, LINES, ROOT, wordsOf } from "./guide-text.ts";

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const DOCUMENTS = blocks("json").map((text) => JSON.parse(text));
const isCapability = (document: object) => "tools" in document && "id" in document;
const isManifest = (document: object) => "id" in document && !("tools" in document);
const isToolsJson = (document: object) => "tools" in document && !("id" in document);
/** Of a skill, beside its code. */
const isExamples = (document: object) => "examples" in document;
const isAgent = (document: object) => "actions" in document;
const isMcpJson = (document: object) => "mcpServers" in document;
const isScript = (document: object) => "steps" in document;
const DEFAULTS = Settings.parse({});

test("the guide's manifest agent can be read, and lacks little", () => {
  const manifest = JSON.stringify(DOCUMENTS.find(isAgent));
  const { capability, metadata } = loadAgent(
    readTree({ "manifest.json": manifest, "agent.py": "" }),
  );
  expect(capability.tools.map(({ name }) => name)).toEqual(["list_notes", "write_note"]);
  expect(metadata.warnings.every((warning) => warning.startsWith("The manifest has no"))).toBe(
    true,
  );
});

describe("the guide's settings", () => {
  test("are the defaults, and all of them", () => {
    expect(DOCUMENTS.find((document) => "web_fetch" in document)).toEqual(DEFAULTS);
  });

  test("are valid in every example", () => {
    const examples = DOCUMENTS.filter(
      (document) =>
        ![isCapability, isToolsJson, isMcpJson, isManifest, isAgent, isExamples, isScript].some(
          (is) => is(document),
        ),
    );
    expect(examples.length).toBeGreaterThan(3);
    for (const example of examples) expect(() => Settings.parse(example)).not.toThrow();
  });

  test("are each explained in the table", () => {
    const table = GUIDE.slice(GUIDE.indexOf("| setting "), GUIDE.indexOf("## The home"));
    const names = Object.keys(Settings.shape).flatMap((name) => {
      const value: unknown = DEFAULTS[name as keyof typeof DEFAULTS];
      const isGroup = [
        "policy",
        "audit",
        "web_fetch",
        "research",
        "hub",
        "delegation",
        "limits",
      ].includes(name);
      return isGroup ? Object.keys(value as object) : [name];
    });
    const missing = names.filter((name) => !new RegExp(`[\`.]${name}\``).test(table));
    expect(missing).toEqual([]);
  });
});

test("the guide's tools.json can be used", () => {
  const [document] = DOCUMENTS.filter(isToolsJson);
  expect(PackTools.safeParse(document).success).toBe(true);
});

test("the guide's extension is one, and takes the inputs that it says", () => {
  const { capability, metadata } = loadExtension(
    readTree({
      "manifest.json": JSON.stringify(DOCUMENTS.find(isManifest)),
      "commands/commands.yaml": blocks("yaml")[0] ?? "",
      "commands/hello.sh": "#!/usr/bin/env bash\n",
    }),
  );
  expect(metadata.warnings).toEqual([]);
  const [tool] = capability.tools;
  expect(tool).toMatchObject({ name: "hello", execution: { call: { command: "bash" } } });
  expect(tool?.enabled).not.toBe(false);
  expect(tool?.inputSchema.properties).toMatchObject({
    tone: { enum: ["kind", "short"], default: "kind" },
    times: { type: "integer" },
  });
});

test("the guide's own capabilities are well formed", () => {
  const ids = DOCUMENTS.filter(isCapability).map((document) => parseCustom(document).id);
  expect(ids).toEqual(["tickets", "dates", "reports"]);
});

test("the guide's program is a tool, and no shell reads its input", async () => {
  const harness = await openHarness({ permissions: { allow: ["ext:dates:*"] } });
  onTestFinished(() => harness.close());
  const dates = DOCUMENTS.find((document) => document.id === "dates");
  await addCustom(harness.engine, dates, ADMIN);
  const weekday = async (when: string) =>
    (await harness.invoke("ext:dates:weekday", { when })).outputs;
  expect(await weekday("2026-03-01")).toMatchObject({ exit_code: 0, stdout: "Sunday\n" });
  expect(await weekday("$(echo 2026-03-01); id")).toMatchObject({ ok: false, stdout: "" });
});

test("the guide's reports are printed from a folder that was opened, and from no other", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-guide-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "march.txt"), "a good month");
  const [example] = DOCUMENTS.filter((document) => "access" in document && !("model" in document));
  const [path] = example.access["ext:reports"].paths;
  const harness = await openHarness({
    permissions: { allow: ["ext:reports:*"] },
    settings: { access: { "ext:reports": { paths: [{ ...path, root: folder }] } } },
  });
  onTestFinished(() => harness.close());
  const reports = DOCUMENTS.find((document) => document.id === "reports");
  await addCustom(harness.engine, reports, ADMIN);
  const print = (path: string) => harness.invoke("ext:reports:print", { path });
  const printed = await print(join(folder, "march.txt"));
  expect(printed.outputs).toMatchObject({ exit_code: 0, stdout: "a good month" });
  await print("/srv/none.txt");
  const [approval] = await harness.pending();
  expect(approval).toMatchObject({ access: { paths: [{ root: "/srv", verbs: ["read"] }] } });
});

test("the guide's table of execute_code has its defaults", () => {
  const properties = sandbox.configSchema?.properties as Record<string, { default: unknown }>;
  for (const [name, { default: value }] of Object.entries(properties)) {
    const shown = Array.isArray(value) ? "none" : String(value);
    expect(GUIDE).toMatch(new RegExp(`\\| \`${name}\` +\\| ${shown} +\\|`));
  }
});

test("the guide's rules are valid", () => {
  const text = blocks("cedar").join("\n");
  const settings = Settings.parse({}).policy;
  const files = [{ name: "guide.cedar", text }];
  expect(checkPolicies({ ...readPolicies(settings, undefined), files })).toEqual([]);
});

test("the guide's variables are the ones that the source reads", () => {
  const source = globSync("src/**/*.ts", { cwd: ROOT })
    .filter((file) => !file.includes(".test.") && !file.includes("testing/"))
    .map(read)
    .join("\n");
  const known = new Set(source.match(/(?<=env\.)CAPSTAN_[A-Z_]+/g));
  const told = new Set(GUIDE.match(/(?<=^\| `)CAPSTAN_[A-Z_]+/gm));
  expect([...told].sort()).toEqual([...known].sort());
});

test("every command in the guide's examples is one that the command line takes", async () => {
  expect(LINES.length).toBeGreaterThan(50);
  for (const line of LINES) {
    const match = matchCommand(wordsOf(line));
    expect(match, line).toMatchObject({ kind: "run" });
    if (match.kind === "run")
      await expect(readArgs(match.command, match.rest)).resolves.toBeDefined();
  }
});

test("every command that exists is in the guide, as it is typed", () => {
  const missing = COMMANDS.map(({ name }) => name).filter(
    (name) => !GUIDE.includes(`capstan ${name}`) && !GUIDE.includes(`\`${name}\``),
  );
  expect(missing).toEqual([]);
});

test("every link inside the guide, and every link to it, leads to a heading", () => {
  const anchors = [...GUIDE.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
  const links = [
    ...GUIDE.matchAll(/\]\(#([^)]+)\)/g),
    ...read("README.md").matchAll(/guide\.md#([^)]+)\)/g),
  ].map(([, anchor = ""]) => anchor);
  expect(links.length).toBeGreaterThan(10);
  for (const link of links) expect(anchors).toContain(link);
});

test("the guide's program runs in a clone, and prints what its comments say", async () => {
  const [program = ""] = blocks("ts");
  const printed = [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
  const file = join(ROOT, "build", `guide-${process.pid}.ts`);
  const cwd = mkdtempSync(join(tmpdir(), "capstan-guide-"));
  writeFileSync(file, program);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd });
    expect(stdout.trim().split("\n")).toEqual(printed);
  } finally {
    rmSync(file);
    rmSync(cwd, { recursive: true, force: true });
  }
});

/** Each had to be read twice. */
const RIDDLES = [
  "runs for what ships or lies on this machine, else asks",
  "a looser one needs an admin, and so does using it",
  "nobody waits for one that is slow on purpose",
  "that a call _asks_ follows",
  "Nobody answers for a day: it expires, and the model is told",
  "says how long a model's reply waits to be stored with what becomes of its first call",
  "who holds the master key can still write a new history after it",
  "Until an invocation exists, what is wrong is a problem document with a code",
  "who connects in the middle of one is first sent",
  "or what you declare if that is more",
];

test.each(["docs/guide.md", "README.md", "docs/architecture.md", "docs/glossary.md"])(
  "%s has none of the sentences that had to be read twice",
  (file) => {
    const text = read(file).replace(/\s+/g, " ");
    for (const riddle of RIDDLES) expect(text).not.toContain(riddle);
  },
);

test("no sentence of the guide is longer than thirty words", () => {
  const prose = GUIDE.replace(/^```[\s\S]*?^```/gm, "")
    .split(/\n\s*\n|\n(?=- )/)
    .filter((block) => !/^\s*[|#]/.test(block))
    .flatMap((block) => block.replace(/\s+/g, " ").split(/(?<=[.:;?!])\s/));
  const long = prose.filter((sentence) => sentence.split(" ").length > 30);
  expect(long).toEqual([]);
});

test("F74: the guide's script for a model plays as the guide says", async () => {
  const text = blocks("json").find((block) => block.includes('"steps"')) ?? "{}";
  const live = await startLive(JSON.parse(text));
  onTestFinished(() => live.stop());
  const agent = { name: "adder", capabilities: ["calculator"] };
  const { body: made } = await live.call<{ id: string }>("POST", "/v1/agents", agent);
  const { body: session } = await live.call<Session>("POST", "/v1/sessions", { agent_id: made.id });
  const say = async () => {
    const path = `/v1/sessions/${session.id}/messages?wait_ms=20000`;
    const { body } = await live.call<{ messages: { content: unknown }[] }>("POST", path, {
      content: "Go",
    });
    return body.messages.at(-1)?.content;
  };
  expect([await say(), await say()]).toEqual(["It is 42.", "done"]);
});
