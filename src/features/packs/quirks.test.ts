import fc from "fast-check";
import { expect, test } from "vitest";
import { cpuMs } from "../../../test/cpu-ms.ts";
import { runs } from "../../../test/runs.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Tree } from "../bundles/testing/make-tree.ts";
import { readTree } from "../bundles/testing/read-tree.ts";
import { loadPack } from "./load-pack.ts";
import { readToolsJson } from "./read-tools-json.ts";

const FOLDERS = 300;
/** Of front matter. One that takes longer hangs somebody's server. */
const LONGEST_MS = 2_000;

/** True when it was taken in; false when it was refused with a reason. Anything else throws. */
function isTakenIn(tree: Tree): boolean {
  const begin = cpuMs();
  try {
    const pack = loadPack(readTree(tree), { folder: "folder", entryDoc: null });
    expect(`${pack.name}${pack.description}`).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
    expect(pack.name).not.toBe("");
    expect(pack.description).not.toBe("");
    return true;
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error;
    expect(error).toMatchObject({ code: "PACK_INVALID" });
    expect(error.message.length).toBeGreaterThan(20);
    return false;
  } finally {
    expect(cpuMs() - begin).toBeLessThan(LONGEST_MS);
  }
}

const words = fc
  .array(
    fc.constantFrom(
      "use",
      "when",
      "files",
      "PDF:",
      "it's",
      '"x"',
      "#1",
      "a—b",
      "日本",
      "<b>",
      "- x",
      "{y}",
      "&z",
      "*w",
      "!t",
      "%",
      "@at",
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((all) => `Does ${all.join(" ")}`);
const description = fc.oneof(
  { weight: 6, arbitrary: words },
  { weight: 2, arbitrary: words.map((text) => JSON.stringify(text)) },
  { weight: 2, arbitrary: words.map((text) => `|\n  ${text}\n  and more`) },
  { weight: 1, arbitrary: words.map((text) => `>-\n  ${text}\n  --- and more`) },
  { weight: 1, arbitrary: words.map((text) => `[${JSON.stringify(text)}, b]`) },
);
const name = fc.constantFrom(
  "name: my-pack",
  "name: My Pack",
  "name: a/b",
  "name: on",
  "name: 12",
  "name: 日本語",
  'name: "q"',
  "",
  "name: x: y",
  `name: ${"long ".repeat(28)}`,
);
const more = fc.subarray([
  "allowed-tools: Read, Bash(git:*)",
  "allowed-tools: [Read]",
  "paths: *.dart",
  "version: 1.0",
  "metadata: {a: [1]}",
  "date: 2026-01-01",
  "tags: a, b",
  "license: MIT",
  "broken: 'x",
  "\tx: 1",
]);
const encode = fc.constantFrom(
  (text: string) => Buffer.from(text),
  (text: string) => Buffer.from(text.replaceAll("\n", "\r\n")),
  (text: string) => Buffer.from(`\ufeff${text}`),
  (text: string) => Buffer.from(`\ufeff${text}`, "utf16le"),
);
const file = fc.constantFrom("SKILL.md", "SKILL.md", "SKILL.md", "skill.md", "README.md");

test("P8, P42: of three hundred folders with the quirks of real ones, 95 of 100 are taken in, none crashes", () => {
  const shapes = fc.sample(fc.tuple(name, description, more, encode, file), {
    numRuns: FOLDERS,
    seed: 7,
  });
  const taken = shapes.filter(([title, text, others, encoded, path]) => {
    const front = [title, `description: ${text}`, ...others].filter(Boolean).join("\n");
    return isTakenIn({
      [path]: encoded(`---\n${front}\n---\n# Body\n---\n`),
      "references/a.md": "x",
    });
  });
  expect(taken.length / FOLDERS).toBeGreaterThanOrEqual(0.95);
});

const SEED = "---\nname: a\ndescription: &x |\n  Some text: here\nmore: [*x, {a: b}]\n---\nBody\n";

test("A87, A92: front matter with any bytes in it is taken in, or refused with a reason", () => {
  const bytes = fc
    .tuple(fc.nat(SEED.length), fc.uint8Array({ maxLength: 40 }), fc.nat(20))
    .map(([at, inserted, cut]) => {
      const whole = Buffer.from(SEED);
      return Buffer.concat([whole.subarray(0, at), inserted, whole.subarray(at + cut)]);
    });
  fc.assert(
    fc.property(bytes, (content) => void isTakenIn({ "SKILL.md": content })),
    runs(250, 1_000),
  );
});

test.each([
  ["nesting", `a: ${"[".repeat(20_000)}`],
  ["flow maps", `a: ${"{a: ".repeat(10_000)}`],
  [
    "aliases of aliases",
    [
      "a: &a [x,x,x,x,x,x,x,x,x]",
      ..."bcdefghi"
        .split("")
        .map((key, index) => `${key}: &${key} [${`*${"abcdefgh"[index]},`.repeat(9)}x]`),
    ].join("\n"),
  ],
  ["many keys", Array.from({ length: 5_000 }, (_, index) => `k${index}: v`).join("\n")],
  ["long lines", `a: ${"x".repeat(60_000)}`],
  ["quotes", `a: ${'"'.repeat(5_000)}`],
  ["anchors", "&a ".repeat(3_000)],
  ["indents", Array.from({ length: 1_000 }, (_, index) => `${" ".repeat(index)}a:`).join("\n")],
])("A86, A90: a page of %s takes no longer than others", (_what, front) => {
  isTakenIn({ "SKILL.md": `---\nname: a\ndescription: D.\n${front}\n---\n` });
});

test("A88: tools.json with any JSON or bytes in it gives tools or a problem", () => {
  const tool = {
    name: "t",
    description: "T.",
    inputSchema: { type: "object" },
    exec: { command: "x" },
  };
  const text = fc.oneof(
    fc.json(),
    fc
      .record({
        tools: fc.array(
          fc.oneof(
            fc.jsonValue(),
            fc.record({
              ...Object.fromEntries(
                Object.entries(tool).map(([key, value]) => [
                  key,
                  fc.oneof(fc.constant(value), fc.jsonValue()),
                ]),
              ),
            }),
          ),
        ),
      })
      .map((value) => JSON.stringify(value)),
    fc.tuple(fc.nat(80), fc.string()).map(([at, inserted]) => {
      const whole = JSON.stringify({ tools: [tool] });
      return whole.slice(0, at) + inserted + whole.slice(at + 1);
    }),
  );
  fc.assert(
    fc.property(text, (json) => {
      const read = readToolsJson(readTree({ "SKILL.md": "x", "tools.json": json }));
      if (read && "tools" in read) expect(read.tools.length).toBeGreaterThan(0);
      else expect(read?.problem).toMatch(/cannot be used/);
    }),
    runs(250, 1_000),
  );
});
