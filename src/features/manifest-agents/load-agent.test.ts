import { describe, expect, test } from "vitest";
import { FOLDER_KINDS } from "../../app/folder-kinds.ts";
import { describeCapability } from "../../gate/catalog/describe-capability.ts";
import { changesInPlace, isDestructive } from "../../schema/changes-in-place.ts";
import { createFolderKinds } from "../bundles/folder-kinds.ts";
import type { Tree } from "../bundles/testing/make-tree.ts";
import { readTree } from "../bundles/testing/read-tree.ts";
import { checkManifest } from "./check-manifest.ts";
import { loadAgent } from "./load-agent.ts";

const kindOfFolder = (read: ReturnType<typeof readTree>) =>
  createFolderKinds(FOLDER_KINDS).kindOf(read).kind;

const FULL = {
  name: "notes_agent",
  version: "1.2.0",
  description: "Keeps notes in files.",
  author: "ada",
  license: "MIT",
  category: "files",
  status: "stable",
  permissions: ["filesystem.read", "filesystem.write", "filesystem.move", "filesystem.delete"],
  optional_permissions: [],
  actions: ["list_notes", "write_note", "rename_note", "delete_note", "summarise"],
  platforms: ["linux", "macos", "windows"],
  dependencies: { ollama_models: [], system_binaries: [], python_packages: "see requirements.txt" },
  min_intentos_version: "0.1.0",
};

const SPEC = `# notes_agent
### *Keeps notes in files*

**Version:** 1.2.0
**Status:** stable
**Category:** files

## What This Agent Does
It keeps notes.

> "List my notes"

## Permissions
All.

## ACP Interface
As it stands.

## Behavior Specifications
### list_notes
Lists every note,
newest first.

Edge cases are many.
### \`write_note\`
Writes one.
### rename_note
Renames one.
### delete_note
Removes one.
### summarise
Sums up.

## Implementation Notes
None.

## Contributing
Do.
`;

const folder = (manifest: object | string = FULL, more: Tree = {}): Tree => ({
  "manifest.json": typeof manifest === "string" ? manifest : JSON.stringify(manifest),
  "agent.py": "def run(input):\n    return {}\n",
  ...more,
});
const load = (tree: Tree) => loadAgent(readTree(tree));

/** The tools of a folder as the catalog finishes them, by name. */
function toolsOf(tree: Tree) {
  const { capability } = load(tree);
  const source = { id: "agent-folders", kind: "agent" } as const;
  const { entries } = describeCapability(source, capability);
  return new Map(entries.map(({ tool }) => [tool.name, tool]));
}

describe("a folder with manifest.json and agent.*", () => {
  test("I5, I9, X31, X35: is an agent, with a tool for each action", () => {
    const tree = folder(FULL, { "SPEC.md": SPEC });
    expect(kindOfFolder(readTree(tree))).toBe("agent");
    const { metadata, capability } = load(tree);
    expect(metadata).toMatchObject({ name: "notes_agent", version: "1.2.0", warnings: [] });
    expect(capability).toMatchObject({ status: "available", category: "files" });
    const list = toolsOf(tree).get("list_notes");
    expect(list).toMatchObject({
      toolId: "agent:notes_agent:list_notes",
      description: "Lists every note, newest first.",
      inputSchema: { type: "object" },
      enabled: true,
    });
  });

  test("X12, X39: what an action may do follows from the permissions and the words of its name", () => {
    const tools = toolsOf(folder());
    const judged = [...tools.values()].map((tool) => [
      tool.name,
      tool.riskLevel,
      tool.behaviour.readOnly,
      changesInPlace(tool),
      isDestructive(tool),
      tool.sideEffectTags.filter((tag) => tag !== "fs.read"),
    ]);
    expect(judged).toEqual([
      ["list_notes", "LOW", true, false, false, []],
      ["write_note", "HIGH", false, true, false, ["fs.write"]],
      ["rename_note", "HIGH", false, true, true, ["fs.write", "fs.move"]],
      ["delete_note", "HIGH", false, true, true, ["fs.write", "fs.delete"]],
      ["summarise", "MED", false, false, false, []],
    ]);
    expect([...tools.values()].every(({ behaviour }) => behaviour.dryRun)).toBe(true);
  });

  test.each(
    "write create save append copy move rename delete remove clear organise replace update edit".split(
      " ",
    ),
  )("X39: a bare name with the word %s changes in place", (word) => {
    const tools = toolsOf(folder({ ...FULL, actions: [`${word}_notes`, `un${word}_notes`] }));
    const inPlace = [...tools.values()].map((tool) => changesInPlace(tool));
    expect(inPlace).toEqual([true, false]);
  });

  test("X39: a word that its description says opens no folder for writing", () => {
    const spec = "## list_notes\nLists what write_note wrote; it does not delete.\n";
    const tool = toolsOf(folder(FULL, { "SPEC.md": spec })).get("list_notes");
    expect(tool).toBeDefined();
    if (tool) expect([changesInPlace(tool), isDestructive(tool)]).toEqual([false, false]);
  });

  test("I9, X39: an action may be an object that says more, and counts as it says", () => {
    const actions = [
      { name: "tidy", description: "Tidies.", effects: ["fs.move"], in_place: true },
      {
        name: "look",
        effects: ["filesystem.read"],
        input_schema: {
          type: "object",
          properties: { path: { type: "string", format: "path" }, confirmed: { type: "boolean" } },
          required: ["path", "confirmed"],
        },
        output_schema: { type: "array" },
        examples: ["look at {path}"],
      },
      { name: "fill", effects: ["fs.write"], destructive: true },
      { name: "make", effects: ["fs.write"] },
    ];
    const tools = toolsOf(folder({ ...FULL, actions }));
    const of = (name: string) => {
      const tool = tools.get(name);
      return tool && [changesInPlace(tool), isDestructive(tool), tool.behaviour.readOnly];
    };
    expect(of("tidy")).toEqual([true, true, false]);
    expect(of("look")).toEqual([false, false, true]);
    expect(of("fill")).toEqual([true, true, false]);
    expect(of("make")).toEqual([false, false, false]);
    expect(tools.get("look")).toMatchObject({
      examples: ["look at {path}"],
      inputSchema: { properties: { path: { format: "path" } }, required: ["path"] },
      outputSchema: { properties: { result: { type: "array" } } },
    });
    expect(tools.get("look")?.inputSchema.properties).not.toHaveProperty("confirmed");
  });

  test("I19: a permission that no action needs gives nothing, and is shown", () => {
    const { metadata, capability } = load(
      folder({ ...FULL, actions: ["list_notes"], permissions: ["network", "filesystem.delete"] }),
    );
    expect(metadata.warnings).toEqual([
      'The permission "network" gives nothing: no action needs it.',
      'The permission "filesystem.delete" gives nothing: no action needs it.',
    ]);
    expect(capability.tools[0]?.execution).toMatchObject({ permissions: [] });
    const asked = load(
      folder({ ...FULL, actions: [{ name: "a", effects: ["network"] }], permissions: [] }),
    );
    expect(asked.metadata.warnings).toEqual([
      '"a" needs the permission "network", which the manifest does not declare.',
    ]);
    expect(asked.capability.tools[0]?.execution).toMatchObject({ permissions: [] });
  });

  test("I8: an optional permission gives what a required one does, to the actions that need it", () => {
    const actions = [
      { name: "ask", effects: ["network"] },
      { name: "look", effects: [] },
    ];
    const optional = { permissions: [], optional_permissions: ["network", "display"] };
    const { metadata, capability } = load(folder({ ...FULL, ...optional, actions }));
    expect(capability.tools.map(({ execution }) => execution.permissions)).toEqual([
      ["network"],
      [],
    ]);
    expect(metadata.warnings).toEqual([
      'The permission "display" gives nothing: no action needs it.',
    ]);
  });

  test("I11: a model that it needs is named", () => {
    const dependencies = { ollama_models: ["llama3"], system_binaries: [], python_packages: [] };
    expect(load(folder({ ...FULL, dependencies })).metadata.warnings).toEqual([
      'It needs the model "llama3" of an Ollama on this machine.',
    ]);
  });

  test("I12, I50: one that is made for a newer version loads, and says so", () => {
    const warnings = (version: string) =>
      load(folder({ ...FULL, min_intentos_version: version })).metadata.warnings;
    expect(warnings("9.0.0")).toContainEqual(expect.stringMatching(/^It needs 9\.0\.0, and this/));
    expect(warnings("0.1.0")).toEqual(load(folder()).metadata.warnings);
    expect(warnings("new")).toContain('"min_intentos_version" has three numbers.');
  });

  test("I7, I10, I13, X26: elsewhere, or as a draft, it is listed and does nothing", () => {
    const elsewhere = toolsOf(folder({ ...FULL, platforms: ["windows"] })).get("list_notes");
    expect(elsewhere).toMatchObject({
      enabled: false,
      problem: expect.stringContaining("windows"),
    });
    const draft = load(folder({ ...FULL, status: "draft" })).capability;
    expect(draft).toMatchObject({ status: "draft", problem: expect.stringContaining("draft") });
    const old = load(folder({ ...FULL, status: "deprecated" })).capability;
    expect([old.status, old.problem]).toEqual(["deprecated", undefined]);
  });

  test.each([
    ["{not json", "is not a JSON object"],
    [JSON.stringify({ ...FULL, actions: [] }), "nothing to call"],
    [JSON.stringify({ ...FULL, actions: ["../x"] }), "a name that can be called"],
  ])("I13: a manifest that is broken is refused, and says why: %s", (manifest, why) => {
    const refusal = expect.objectContaining({
      code: "AGENT_FOLDER_INVALID",
      message: expect.stringContaining(why),
    });
    expect(() => load(folder(manifest))).toThrow(refusal);
  });
});

describe("folders as they are found", () => {
  test("one of nine keys, whose policy is to read only, never writes", () => {
    const manifest = {
      name: "papers_agent",
      version: "0.1.0",
      description: "Reads papers.",
      category: "document",
      permissions: ["filesystem.read", "filesystem.write"],
      optional_permissions: [],
      actions: ["classify_paper", "update_summary"],
      platforms: ["linux", "macos", "windows"],
      sandbox_policy: "ReadOnly",
    };
    const { metadata } = load(folder(manifest));
    expect(metadata.warnings).toHaveLength(5);
    for (const tool of toolsOf(folder(manifest)).values()) {
      expect([changesInPlace(tool), tool.enabled]).toEqual([false, true]);
      expect(tool.sideEffectTags).not.toContain("fs.write");
    }
  });

  test("one as a kit writes it: objects with a name, and the network for nothing", () => {
    const manifest = {
      name: "weather_agent",
      entry_point: "agent.py",
      actions: [{ name: "tell", description: "Tells." }],
      permissions: ["network"],
    };
    const { capability, metadata } = load(folder(manifest));
    expect(capability.tools).toMatchObject([
      { name: "tell", description: "Tells.", execution: { entry: "agent.py", permissions: [] } },
    ]);
    expect(metadata.warnings).toContain(
      'The permission "network" gives nothing: no action needs it.',
    );
  });

  test("one whose permissions are folders opens none of them", () => {
    const { capability, metadata } = load(folder({ ...FULL, permissions: ["~/Documents"] }));
    expect(metadata.warnings.join()).toContain("opened by a person");
    expect(capability.tools[0]?.execution).toMatchObject({ permissions: [] });
  });

  test("X35: one without a manifest is no agent", () => {
    expect(kindOfFolder(readTree({ "agent.py": "", "README.md": "# A" }))).toBe("pack");
  });
});

describe("the strict check", () => {
  const problems = (tree: Tree) =>
    new Map(
      checkManifest(readTree(tree)).flatMap(({ item, problems: all }) =>
        all.length === 0 ? [] : [[item, all]],
      ),
    );
  const whole = {
    "SPEC.md": SPEC,
    "requirements.txt": "# none\n",
    "tests/test_agent.py": "def test_it(): pass",
  };

  test("I5, I6, I7, I8, I10, I12, I37, I48: finds nothing in a whole one", () => {
    expect(problems(folder(FULL, whole))).toEqual(new Map());
  });

  test("I6, I7, I8, I9, I10, I12, I14, I16, I18, I19, I48, I50: names each item that is wrong", () => {
    const found = problems(
      folder(
        {
          ...FULL,
          name: "Notes",
          version: "1",
          category: "games",
          status: "done",
          permissions: ["network", "filesystem.move", "root"],
          platforms: ["beos"],
          min_intentos_version: "9.0.0",
          actions: ["list_notes", "list_notes", "Shout"],
          dependencies: null,
          description: "",
          author: "",
          license: "",
        },
        { "requirements.txt": "requests\n" },
      ),
    );
    expect([...found.keys()]).toEqual([
      ...["files", "name", "version", "description", "author", "license", "category"],
      ...["status", "permissions"],
      ...["least privilege", "actions", "platforms", "dependencies"],
      ...["min_intentos_version", "SPEC.md"],
    ]);
    expect(found.get("least privilege")).toEqual([
      'No action needs "network": do not declare it.',
      'No action needs "filesystem.move": do not declare it.',
    ]);
    expect(found.get("permissions")).toEqual([
      expect.stringContaining('"root" in "permissions" is none of filesystem.read'),
      '"filesystem.move" needs "filesystem.read" as well.',
      expect.stringMatching(/^"network" is for agents of the category /),
    ]);
  });

  test("I48: a name that is no name is a problem, whatever characters it has", () => {
    const found = problems(folder({ ...FULL, name: "notes((_agent" }, whole));
    expect([...found.keys()]).toEqual(["name", "SPEC.md"]);
  });

  test("I11, F10: dependencies are pinned, each with its hash", () => {
    const hash = `--hash=sha256:${"0".repeat(64)}`;
    const lines = `requests\npypdf==5.0.0 ${hash}\nattrs==25.4.0\n`;
    const more = { ...whole, "requirements.txt": lines };
    const locked = { ...more, "package.json": '{"dependencies": {"left-pad": "1"}}' };
    expect(problems(folder(FULL, locked)).get("dependencies")).toEqual([
      "package.json has dependencies, and there is no package-lock.json beside it.",
      expect.stringMatching(/^"requests" in requirements.txt is not pinned/),
      expect.stringMatching(/^"attrs==25.4.0" in requirements.txt is not pinned/),
    ]);
    const lock = '{"lockfileVersion": 3, "packages": {"node_modules/left-pad": {"link": true}}}';
    expect(
      problems(folder(FULL, { ...locked, "requirements.txt": "", "package-lock.json": lock })).get(
        "dependencies",
      ),
    ).toEqual([
      expect.stringContaining('"node_modules/left-pad" in package-lock.json is a folder'),
    ]);
  });
});
