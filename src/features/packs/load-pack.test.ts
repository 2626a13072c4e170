import { describe, expect, test } from "vitest";
import type { Tree } from "../bundles/testing/make-tree.ts";
import { readTree } from "../bundles/testing/read-tree.ts";
import { loadPack } from "./load-pack.ts";

const load = (tree: Tree, folder = "my-pack", entryDoc: string | null = null) =>
  loadPack(readTree(tree), { folder, entryDoc });
const withFront = (front: string, more: Tree = {}) =>
  load({ "SKILL.md": `---\n${front}\n---\nBody.\n`, ...more });
const doc = (name: string) => `---\nname: ${name}\ndescription: What ${name} does.\n---\n`;
const why = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
};

describe("the entry doc", () => {
  test("P9, P10: the one that was asked for, SKILL.md, README.md, the first *.md", () => {
    const all = { "b.md": doc("b"), "a.md": doc("a"), "README.md": doc("r"), "SKILL.md": doc("s") };
    expect(load(all, "", "b.md").name).toBe("b");
    expect(load(all).name).toBe("s");
    const { "SKILL.md": _, ...noSkill } = all;
    expect(load(noSkill).name).toBe("r");
    expect(load({ "b.md": doc("b"), "a.md": doc("a"), "docs/0.md": doc("deep") }).name).toBe("a");
  });

  test("P10: skill.md counts as SKILL.md", () => {
    expect(load({ "skill.md": doc("s"), "README.md": doc("r") })).toMatchObject({
      name: "s",
      entryDoc: "skill.md",
    });
  });

  test.each([
    { tree: { "a.txt": "x" }, says: 'Add a file "SKILL.md"' },
    { tree: { "SKILL.md": "# Only text" }, says: "has no front matter. Begin it with" },
    { tree: { "SKILL.md": "---\nname: a\n---\n" }, says: 'Add "description:' },
    { tree: { "SKILL.md": "---\nname: a\ndescription: ''\n---\n" }, says: 'Add "description:' },
  ])("P8, P42: what cannot be taken in says what to change: $says", ({ tree, says }) => {
    expect(why(() => load(tree))).toContain(says);
    expect(() => load(tree)).toThrow(expect.objectContaining({ code: "PACK_INVALID" }));
  });

  test("P42: one that was asked for and is not there, or is no Markdown, is named", () => {
    const tree = { "SKILL.md": doc("s"), "a.txt": "x" };
    expect(why(() => load(tree, "", "x.md"))).toContain('no "x.md"');
    expect(why(() => load(tree, "", "a.txt"))).toContain("not Markdown");
  });

  test("a SKILL.md that was left out is named with its reason", () => {
    const read = {
      ...readTree({ "a.md": doc("a") }),
      leftOut: [{ path: "SKILL.md", reason: "It is a link that leaves the folder." }],
    };
    expect(why(() => loadPack(read, { folder: "a", entryDoc: null }))).toContain("Copy the file");
  });
});

describe("front matter", () => {
  test("P8: well formed, it gives no warnings, and strict reading takes it", () => {
    const tree = readTree({ "SKILL.md": doc("my-pack") });
    const wanted = { folder: "my-pack", entryDoc: null };
    expect(loadPack(tree, wanted)).toEqual({
      fields: { name: "my-pack", description: "What my-pack does." },
      name: "my-pack",
      description: "What my-pack does.",
      entryDoc: "SKILL.md",
      hasToolsJson: false,
      allowedTools: null,
      warnings: [],
    });
    expect(loadPack(tree, { ...wanted, folder: "other" }).warnings).toEqual([
      expect.stringContaining("not that of its folder"),
    ]);
  });

  test.each([
    [
      "an unquoted colon",
      "name: a\ndescription: Use when: always, or: never",
      "Use when: always, or: never",
    ],
    ["an unfinished quote", 'name: a\ndescription: "Use this', '"Use this'],
    ["an alias that does not resolve", "name: a\ndescription: D.\npaths: *.dart", "D."],
    ["a list", "name: a\ndescription: [One, Two]", "One, Two"],
    ["a number", "name: a\ndescription: 42", "42"],
    ["a date", "name: a\ndescription: 2026-01-02", "2026-01-02"],
    ["several lines", "name: a\ndescription: |\n  One\n  two", "One two"],
    ["a literal ---", "name: a\ndescription: >\n  One\n  --- two", "One --- two"],
    ["--- at the margin", 'name: a\nnote: "x\n---\ny"\ndescription: D.', "D."],
    ["tabs", "name: a\n\tx: y\ndescription: D.", "D."],
    ["the same key twice", "name: a\nname: b\ndescription: D.", "D."],
    ["a boolean of YAML 1.1", "name: on\ndescription: D.", "D."],
    ["hidden characters", "name: a\ndescription: D\u200B\u{E0041}.", "D."],
  ])("is read leniently: %s", (_what, front, description) => {
    const pack = withFront(front);
    expect(pack.description).toBe(description);
    expect(pack.name).not.toBe("");
  });

  test.each([
    ["CRLF", (text: string) => Buffer.from(text.replaceAll("\n", "\r\n"))],
    ["CR", (text: string) => Buffer.from(text.replaceAll("\n", "\r"))],
    ["a BOM", (text: string) => Buffer.from(`\ufeff${text}`)],
    ["UTF-16", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16 without a BOM", (text: string) => Buffer.from(text, "utf16le")],
    ["big-endian UTF-16", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
    ["empty lines before it", (text: string) => Buffer.from(`\n\n${text}`)],
  ])("is found with %s", (_what, encode) => {
    expect(load({ "SKILL.md": encode(doc("my-pack")) })).toMatchObject({ name: "my-pack" });
  });

  test("a missing name is that of the folder, an odd one is kept, with a warning", () => {
    expect(withFront("description: D.")).toMatchObject({
      name: "my-pack",
      warnings: [expect.stringContaining("no name")],
    });
    expect(withFront("name: My Pack!\ndescription: D.")).toMatchObject({
      name: "My Pack!",
      warnings: [expect.stringContaining('not like "my-pack"')],
    });
  });

  test("A94: what cannot be seen is taken out of name and description, and said", () => {
    const pack = withFront('name: "a\\u200bb"\ndescription: "one\\ntwo\\u202e"');
    expect(pack).toMatchObject({ name: "ab", description: "one two" });
    expect(pack.warnings.join()).toContain("cannot be seen");
  });

  test("unknown keys are named and mean nothing, whatever they are called", () => {
    const pack = withFront("name: a\ndescription: D.\n__proto__: {x: 1}\nconstructor: y\nicon: z");
    expect(pack.warnings.join()).toContain("constructor, icon");
    expect(Object.getPrototypeOf(pack)).toBe(Object.prototype);
  });

  test.each([
    ["Read Grep Bash(git add:*)", ["Read", "Grep", "Bash(git add:*)"]],
    ["Read, Grep,Bash(git:*)", ["Read", "Grep", "Bash(git:*)"]],
    ["[Read, Grep]", ["Read", "Grep"]],
    ["Read", ["Read"]],
    ["", null],
  ])("allowed-tools %j", (text, tools) => {
    expect(withFront(`name: a\ndescription: D.\nallowed-tools: ${text}`).allowedTools).toEqual(
      tools,
    );
  });
});
