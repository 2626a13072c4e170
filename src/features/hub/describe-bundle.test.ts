import { expect, test } from "vitest";
import { FOLDER_KINDS } from "../../app/folder-kinds.ts";
import { createFolderKinds } from "../bundles/folder-kinds.ts";
import { readFolder } from "../bundles/read/read-folder.ts";
import type { ReadBundle } from "../bundles/read-bundle.ts";
import { readTree } from "../bundles/testing/read-tree.ts";
import { skillTree } from "../bundles/testing/skill-trees.ts";
import { describeBundle as describe } from "./describe-bundle.ts";

const KINDS = createFolderKinds(FOLDER_KINDS);
const describeBundle = (read: ReadBundle) => describe(KINDS, read);
const permissionProblems = (read: ReadBundle) =>
  KINDS.kindOf(read).permissionProblems?.(read) ?? [];

const NOTHING = { permissions: [], hosts: [], programs: [], effects: [], actions: [] };

test("a pack says its name, version and author, wherever its front matter has them", () => {
  const front = "name: My Pack\ndescription: Does it.\nmetadata: {version: 1.2.3, author: Ann}";
  expect(describeBundle(readTree({ "SKILL.md": `---\n${front}\n---\n` }))).toEqual({
    kind: "pack",
    name: "my-pack",
    version: "1.2.3",
    description: "Does it.",
    author: "Ann",
    ...NOTHING,
  });
});

test("a skill with code is one action, with its schemas and its effects", () => {
  const front = "author: Ann\nside_effects: [net]\ninput_schema: {type: object, required: [a]}";
  const tree = skillTree("infer", front, { "impl.mjs": "export default () => ({});" });
  expect(describeBundle(readTree(tree))).toMatchObject({
    kind: "skill",
    name: "infer",
    version: "1.0.0",
    author: "Ann",
    effects: ["network.http"],
    actions: [{ name: "run", input_schema: { type: "object", required: ["a"] } }],
  });
});

test("I16, I19: an agent says its permissions, and which of them it does not need", async () => {
  const read = await readFolder("capabilities/file_agent");
  const described = describeBundle(read);
  expect(described).toMatchObject({ kind: "agent", name: "file_agent" });
  expect(described.permissions).toContain("filesystem.read");
  expect(described.actions.length).toBeGreaterThan(3);
  expect(permissionProblems(read)).toEqual([]);
  const manifest = JSON.stringify({
    ...{ name: "odd_agent", version: "1.0.0", description: "Odd.", author: "Ann" },
    ...{ permissions: ["network"], actions: [{ name: "look", description: "Looks." }] },
  });
  const odd = readTree({ "manifest.json": manifest, "agent.mjs": "export function run() {}" });
  expect(describeBundle(odd)).toMatchObject({ author: "Ann", permissions: ["network"] });
  expect(permissionProblems(odd).join(" ")).toContain('"network"');
});

test("an extension says its id, its hosts and the programs that it starts", () => {
  const manifest = { id: "tools.weather", name: "Weather", version: "2.0.0", hosts: ["w.example"] };
  const commands = "commands:\n  - name: now\n    description: Now.\n    run: bin/now.sh\n";
  const read = readTree({
    "manifest.json": JSON.stringify(manifest),
    "commands.yaml": commands,
    "bin/now.sh": "#!/bin/sh\n",
  });
  expect(describeBundle(read)).toMatchObject({
    kind: "extension",
    name: "tools.weather",
    version: "2.0.0",
    hosts: ["w.example"],
    actions: [{ name: "now" }],
  });
});
