import { describe, expect, test } from "vitest";
import { FOLDER_KINDS } from "../../app/folder-kinds.ts";
import { createFolderKinds } from "./folder-kinds.ts";
import type { Tree } from "./testing/make-tree.ts";
import { readTree } from "./testing/read-tree.ts";

const kinds = createFolderKinds(FOLDER_KINDS);
const skill = { "SKILL.md": "---\nname: a\ndescription: Does a.\n---\n" };

describe("which kind a folder is", () => {
  test.each<[Tree, string]>([
    [{ ...skill, "impl.py": "" }, "skill"],
    [{ "manifest.json": "{}", "agent.py": "" }, "agent"],
    [{ "manifest.json": "{}", "commands/commands.yaml": "", "agent.py": "" }, "ext"],
    [{ ...skill, "scripts/impl.py": "", "manifest.json": "{}" }, "pack"],
    [{ "README.md": "# A" }, "pack"],
    [{ "notes.txt": "No document: the loader of packs says what is missing." }, "pack"],
  ])("X35: the names in %j tell it", (tree, kind) => {
    expect(kinds.kindOf(readTree(tree)).kind).toBe(kind);
  });

  test.each<[Tree, string]>([
    [{ "manifest.json": '{"name": "x"}' }, 'An agent needs "actions", a file agent.py'],
    [{ "manifest.json": '{"id": "x"}' }, 'an extension "capabilities", a folder commands/'],
    [{ "manifest.json": "[]", "README.md": "# A" }, "not a JSON object"],
  ])("X35: a manifest of no kind is refused with what is missing: %j", (tree, says) => {
    expect(() => kinds.kindOf(readTree(tree))).toThrow(says);
  });

  test("a capability that a person may not install by themselves is no pack", () => {
    const scopes = kinds.all.map(({ kind, scope }) => [kind, scope]);
    expect(Object.fromEntries(scopes)).toEqual({
      ...{ skill: "admin", agent: "admin", ext: "admin" },
      pack: "approve",
    });
  });
});
