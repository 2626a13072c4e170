import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { readPolicies } from "../../src/app/read-policies.ts";
import { Settings } from "../../src/app/settings.ts";
import { readArgs } from "../../src/cli/args.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { matchCommand } from "../../src/cli/match-command.ts";
import { checkPolicies } from "../../src/policy/check-policies.ts";
import { parseCustom } from "../../src/schema/parse-custom.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const GUIDE = read("docs/guide.md");

const FENCED = [...GUIDE.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];

function blocks(language: string): string[] {
  return FENCED.flatMap(([, name, text = ""]) => (name === language ? [text] : []));
}

const DOCUMENTS = blocks("json").map((text) => JSON.parse(text));
const isCapability = (document: object) => "tools" in document;
const { sandbox: _, ...DEFAULTS } = Settings.parse({});

describe("the guide's settings", () => {
  test("are the defaults, and all of them", () => {
    expect(DOCUMENTS.find((document) => "web_fetch" in document)).toEqual(DEFAULTS);
  });

  test("are valid in every example", () => {
    const examples = DOCUMENTS.filter((document) => !isCapability(document));
    expect(examples.length).toBeGreaterThan(3);
    for (const example of examples) expect(() => Settings.parse(example)).not.toThrow();
  });

  test("are each explained in the table", () => {
    const table = GUIDE.slice(GUIDE.indexOf("| setting "), GUIDE.indexOf("## The home"));
    const names = Object.keys(Settings.shape).flatMap((name) => {
      const value: unknown = DEFAULTS[name as keyof typeof DEFAULTS];
      const isGroup = ["policy", "audit", "web_fetch", "research", "limits"].includes(name);
      return isGroup ? Object.keys(value as object) : [name];
    });
    const missing = names.filter((name) => !new RegExp(`[\`.]${name}\``).test(table));
    expect(missing).toEqual(["sandbox"]);
  });
});

test("the guide's own capability is well formed", () => {
  expect(parseCustom(DOCUMENTS.find(isCapability))).toMatchObject({ id: "tickets" });
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

/** A line as a shell would split it, without what stands before a pipe or behind a redirection. */
function wordsOf(line: string): string[] {
  const command = line.slice(line.indexOf("capstan ") + "capstan ".length).replace(/ > .*$/, "");
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? "",
  );
}

const LINES = blocks("")
  .flatMap((text) => text.split("\n"))
  .filter((line) => /(?:^|\| )capstan /.test(line));

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
