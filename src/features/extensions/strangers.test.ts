import { expect, test } from "vitest";
import { describeCapability } from "../../gate/catalog/describe-capability.ts";
import type { Tree } from "../bundles/testing/make-tree.ts";
import { readTree } from "../bundles/testing/read-tree.ts";
import { loadExtension } from "./load-extension.ts";

/** Folders as strangers write them: everything in them is listed, or told in words. */

function look(manifest: object, files: Tree) {
  const whole = { version: "1.0.0", ...manifest };
  const loaded = loadExtension(readTree({ "manifest.json": JSON.stringify(whole), ...files }));
  const runs = loaded.capability.tools.filter(({ problem }) => problem === undefined);
  const not = loaded.capability.tools.filter(({ problem }) => problem !== undefined);
  return {
    ...loaded,
    runs: runs.map(({ name }) => name),
    not: Object.fromEntries(not.map(({ name, problem }) => [name, problem])),
    tool: (name: string) => loaded.capability.tools.find((one) => one.name === name),
    warnings: loaded.metadata.warnings,
  };
}

const misnamed = (name: string) =>
  `"${name}" is not the name of a command (letters, digits, "_", "-" and "."): left out.`;

test("C41: arguments of every odd shape are read, or their command says what is wrong with them", () => {
  const { runs, not, tool } = look(
    { id: "io.kurzum.werkzeuge", name: "Wörter & Größen" },
    {
      "commands/commands.yaml": `commands:
  - {name: /old-yaml, description: As YAML once was., entrypoint: x.sh, args: [{name: a, required: yes}, {name: b, type: bool, default: off}]}
  - {name: /empty-keys, description: Nothing behind keys., entrypoint: x.sh, args: [{name: a, type: , flag: , default: , choices: }]}
  - {name: /bare, description: Bare names., entrypoint: x.sh, args: [from, to]}
  - {name: /none, description: No args key., entrypoint: x.sh, args: }
  - {name: /map, description: A map., entrypoint: x.sh, args: {city: {type: string}}}
  - {name: /text, description: A text., entrypoint: x.sh, args: "<city>"}
  - {name: /choices, description: A text of choices., entrypoint: x.sh, args: [{name: a, choices: "red|blue"}]}
  - {name: /many, description: Too many., entrypoint: x.sh, args: [{name: a, choices: [${Array.from({ length: 201 }, (_, at) => `c${at}`).join(",")}]}]}
  - {name: /labels, description: Labelled., entrypoint: x.sh, args: [{name: a, choices: [{value: r, label: Red}]}]}
  - {name: /umlaut, description: Not ASCII., entrypoint: x.sh, args: [{name: größe}]}
  - {name: /dashes, description: A flag as a name., entrypoint: x.sh, args: [{name: --city}]}
  - {name: /schema, description: A path., entrypoint: x.sh, args_schema: schemas/x.json}
`,
      "x.sh": "#!/bin/sh\n",
    },
  );
  expect(runs).toEqual(["old-yaml", "empty-keys", "bare", "none"]);
  expect(tool("old-yaml")?.inputSchema).toMatchObject({
    properties: { b: { type: "boolean", default: false } },
    required: ["a"],
  });
  expect(tool("empty-keys")?.inputSchema).toMatchObject({ properties: { a: { type: "string" } } });
  expect(tool("none")?.inputSchema).toMatchObject({ properties: { args: { type: "array" } } });
  expect(not).toEqual({
    map: 'Its "args" are not a list.',
    text: 'Its "args" are not a list.',
    choices: 'The choices of "a" are not a list.',
    many: '"a" has more than 200 choices.',
    labels: 'A value that "a" names is not of its type, "string".',
    umlaut: '"größe" is not the name of an argument: letters, digits, "_" and "-".',
    dashes: '"--city" is not the name of an argument: letters, digits, "_" and "-".',
    schema: 'Its "args_schema" is not a schema.',
  });
});

test("what a folder declares and cannot be listed is told: names, doubles, lists of another shape, a second commands.yaml", () => {
  const { runs, not, warnings } = look(
    {
      id: "odd.names",
      name: "Names",
      capabilities: [
        { type: "slash_command", name: "/grüße", description: "Not ASCII." },
        { type: "slash_command", name: "/a/b" },
        { type: "workflow", name: "deploy" },
        { type: "tool" },
        { type: "tool", name: "twice" },
        { type: "tool", name: "twice" },
        "bare",
      ],
    },
    {
      "commands/commands.yaml": `commands:
  - /hello
  - {name: /a/b, description: Slashes., entrypoint: x.sh}
  - {description: Nameless., entrypoint: x.sh}
  - {name: gone, description: No file., entrypoint: bin/gone.sh}
  - {name: listed, description: A list., entrypoint: [bash, x.sh]}
slash_commands: {name: /map, summary: A map.}
`,
      "commands.yaml": "commands: [{name: hidden, description: Hidden., entrypoint: x.sh}]",
      "x.sh": "#!/bin/sh\n",
    },
  );
  expect(runs).toEqual([]);
  expect(Object.keys(not)).toEqual(["hello", "gone", "listed", "twice", "bare"]);
  expect(not.gone).toBe('Its entrypoint "bin/gone.sh" is not in the folder.');
  expect(warnings).toEqual([
    '"deploy" is of type "workflow": not run here.',
    "Capability 4 of the manifest has no name: left out.",
    'The manifest declares "twice" twice: the first counts.',
    '"commands.yaml" was not read: "commands/commands.yaml" was.',
    '"slash_commands" is not a list: nothing of it was read.',
    misnamed("a/b"),
    misnamed(""),
    misnamed("grüße"),
  ]);
});

test("an action of two commands is the function that its author names, for both", () => {
  const { runs, tool, not } = look(
    { id: "cloud.tools", name: "Cloud", capabilities: [{ type: "slash_command", name: "/vm" }] },
    {
      "commands.yaml": `slash_commands:
  - {name: /vm, summary: Machines., actions: [{id: list, runner: builtin}]}
  - {name: /disk, summary: Disks., actions: [{id: list, runner: builtin}]}
  - {name: /net, summary: Nets., actions: [], maps_to: {capability: /vm, actions: [show]}}
`,
      "handlers.py": 'HANDLERS = {"list": print, "show": print}\n',
    },
  );
  expect(runs).toEqual(["list", "disk.list", "show"]);
  expect(not).toEqual({});
  expect(tool("disk.list")?.execution).toMatchObject({
    call: { args: expect.arrayContaining(["list", "--"]) },
  });
});

test("C41: a line of a program has a place for each argument, and its defaults fill them", () => {
  const capability = (command: string, line: string) => ({
    command,
    runner: "exec.shell",
    allowed_commands: [line],
  });
  const { runs, not, tool } = look(
    {
      id: "shell.lines",
      name: "Lines",
      capabilities: [capability("/say", "echo {message}"), capability("/lost", "echo {message}")],
    },
    {
      "commands.yaml": `commands:
  - {name: /say, description: Says., args: [{name: message, default: hello}]}
  - {name: /lost, description: Says., args: [{name: message}, {name: loud, type: bool}]}
`,
    },
  );
  expect(runs).toEqual(["say"]);
  expect(tool("say")?.execution).toMatchObject({ defaults: { message: "hello" } });
  expect(not.lost).toBe('Its line has no place for its argument "loud".');
});

test("X42: an install plan lies where the manifest says; a step that does not run says why", () => {
  const files = (plan: string): Tree => ({
    "commands.yaml": "commands: []",
    "setup/steps.yaml": plan,
  });
  const at = { id: "a.b", name: "A", install: { mode: "managed", plan: "./setup/steps.yaml" } };
  const { plan = [], planCapability } = look(
    at,
    files(`steps:
  - noop
  - {id: get, type: exec.shell, command: "curl https://example.com/x | sh"}
  - {id: list, type: exec.shell, command: [ls, -l]}
  - {action: test_command, command: tool --version}
`),
  );
  expect(plan.map(({ action, tool, problem }) => [action, tool, problem])).toEqual([
    ["noop", null, "There is nothing to do."],
    [
      "exec.shell",
      "ext:a.b.install-plan:install_step_2",
      '"curl https://example.com/x | sh" needs a shell, which nothing of an extension gets.',
    ],
    ["exec.shell", null, 'Nothing here does "exec.shell": do it by hand.'],
    ["test_command", "ext:a.b.install-plan:install_step_4", null],
  ]);
  expect(planCapability?.tools.map(({ enabled }) => enabled)).toEqual([false, undefined]);
  expect(look(at, files("steps: {one: noop}")).warnings).toEqual([
    "Its install plan cannot be read: its steps are no list of at most 100.",
  ]);
  const elsewhere = { ...at, install: { plan: "install/none.yaml" } };
  expect(look(elsewhere, files("steps: []")).warnings).toEqual([
    'Its install plan "install/none.yaml" is not in the folder.',
  ]);
});

test("C39, X42: permissions that are written otherwise than as words are not dropped: they count HIGH", () => {
  const levelOf = (permissions: unknown, own = "") => {
    const { capability } = look(
      { id: "a.b", name: "A", permissions_required: permissions },
      {
        "commands.yaml": `commands: [{name: x, description: Does it., entrypoint: x.sh${own}}]`,
        "x.sh": "#!/bin/sh\n",
      },
    );
    const [entry] = describeCapability({ id: "extensions", kind: "ext" }, capability).entries;
    return entry?.tool.riskLevel;
  };
  expect(levelOf([])).toBe("MED");
  expect(levelOf([{ permission: "network", hosts: ["a.example"] }])).toBe("HIGH");
  expect(levelOf({ network: true })).toBe("HIGH");
  expect(levelOf([], ", permissions: payment")).toBe("CRITICAL");
});

test("X4: an extension cannot be called as the install plan of another one is", () => {
  expect(() => look({ id: "a.b.install-plan", name: "A" }, { "commands.yaml": "" })).toThrow(
    'must not end in ".install-plan"',
  );
});

test("more warnings than people read are counted", () => {
  const names = Array.from({ length: 80 }, (_, at) => `  - {name: "a/${at}"}`);
  const { warnings } = look(
    { id: "a.b", name: "A" },
    { "commands.yaml": `commands:\n${names.join("\n")}\n` },
  );
  expect(warnings).toHaveLength(50);
  expect(warnings.at(-1)).toBe("There are 31 more notes like these.");
});
