import { describe, expect, test } from "vitest";
import { cpuMs } from "../../../test/cpu-ms.ts";
import { describeCapability } from "../../gate/catalog/describe-capability.ts";
import { CommandExecution } from "../../schema/execution.ts";
import { trustOfOrigin } from "../../schema/installed-folder.ts";
import { makeFolder } from "../../testing/make-folder.ts";
import { sourceContract } from "../../testing/source-contract.ts";
import { createFolderSource } from "../bundles/folder-source.ts";
import { HELLO, POSTMAN } from "../bundles/testing/extension-trees.ts";
import type { Tree } from "../bundles/testing/make-tree.ts";
import { readTree } from "../bundles/testing/read-tree.ts";
import { loadExtension } from "./load-extension.ts";

const load = (tree: Tree) => loadExtension(readTree(tree));
const MANIFEST = { id: "a.b", name: "A", version: "1.0.0", capabilities: [] };

/** An extension with this list of commands, and this manifest. */
function withCommands(yaml: string, manifest: object = {}, files: Tree = {}) {
  return load({
    "manifest.json": JSON.stringify({ ...MANIFEST, ...manifest }),
    "commands/commands.yaml": yaml,
    "run.sh": "#!/bin/sh\n",
    ...files,
  });
}

/** The one tool of a command with these fields, as YAML lines. */
function toolOf(fields: string, manifest: object = {}, files: Tree = {}) {
  const lines = fields.split("\n").map((line) => `    ${line}`);
  const yaml = `commands:\n  - name: x\n    description: X.\n${lines.join("\n")}\n`;
  const [tool] = withCommands(yaml, manifest, files).capability.tools;
  if (!tool) throw new Error("There is no tool.");
  return tool;
}

function judged(tree: Tree) {
  const { capability } = load(tree);
  const source = { id: "extensions", kind: "ext" } as const;
  return describeCapability(source, capability).entries.map(({ tool }) => tool);
}

sourceContract("The source of extensions", async () => {
  const trees = new Map([
    ["sha256:a", HELLO],
    ["sha256:b", POSTMAN],
  ]);
  return createFolderSource({
    kind: "ext",
    stored: async () => [
      makeFolder({ id: "ext:demo.hello", kind: "ext", digest: "sha256:a" }),
      makeFolder({ id: "ext:gone", kind: "ext", digest: "sha256:c" }),
      makeFolder({ id: "ext:tools.postman", kind: "ext", digest: "sha256:b", enabled: false }),
    ],
    shelf: {
      listed: async ({ digest }) => load(trees.get(digest) ?? {}),
      trustOf: async ({ origin }) => trustOfOrigin(origin),
    },
  });
});

describe("both forms of commands.yaml", () => {
  test("C41, X31, X35: commands have a tool each, with their arguments as its schema", () => {
    const { metadata, capability } = load(HELLO);
    expect(metadata).toMatchObject({ id: "demo.hello", name: "Hello", version: "0.1.0" });
    expect(capability).toMatchObject({ id: "demo.hello", status: "available", trust: "local" });
    expect(capability.tools).toEqual([
      {
        name: "hello",
        description: "Say hello to somebody",
        examples: ["/hello", "/hello Ada"],
        inputSchema: {
          type: "object",
          properties: {
            name: { type: "string", description: "Whom to greet", default: "World" },
          },
          additionalProperties: false,
        },
        declaredEffects: ["system.exec"],
        permissions: [],
        behaviour: { dryRun: true, timeoutMs: 40_000 },
        execution: {
          type: "command",
          call: {
            command: "bash",
            args: ["{{pack_root}}/commands/hello.bash"],
            cwd: "workspace",
            timeout_s: 30,
          },
          bundle: readTree(HELLO).bundle.digest,
          inputs: [{ input: "name", default: "World" }],
        },
      },
    ]);
  });

  test("C41, X2, X3: slash commands have a tool for each action; what is not implemented says so", () => {
    const tools = judged(POSTMAN);
    expect(tools.map(({ toolId, enabled }) => [toolId, enabled])).toEqual([
      ["ext:tools.postman:get", true],
      ["ext:tools.postman:send", false],
      ["ext:tools.postman:missing", false],
    ]);
    expect(tools[0]?.inputSchema).toMatchObject({ properties: { args: { type: "array" } } });
    expect(tools[1]?.problem).toBe(
      'It is declared and not implemented: its runner "exec.postman_cli" needs a program that the folder does not name.',
    );
    expect(tools[2]?.problem).toBe(
      'It is declared and not implemented: "handlers.py" has no "missing".',
    );
  });

  test("commands.yaml may lie at the root; an action of two commands is named by both", () => {
    const { capability, metadata } = load({
      "manifest.json": JSON.stringify(MANIFEST),
      "commands.yaml": `slash_commands:
  - {name: /a, summary: A., actions: [{id: get}]}
  - {name: /b, summary: B., actions: [{id: get}, {id: "no name"}]}
commands:
  - {name: /a, description: A again., entrypoint: run.sh, args: []}
`,
    });
    expect(capability.tools.map(({ name }) => name)).toEqual(["a", "get", "b.get"]);
    expect(metadata.warnings).toEqual([
      '"no name" is not the name of a command (letters, digits, "_", "-" and "."): left out.',
    ]);
  });

  test("what a manifest declares and no list has is listed with the reason", () => {
    const { capability } = load({
      "manifest.json": JSON.stringify({
        ...MANIFEST,
        capabilities: [
          { type: "tool", name: "search", description: "Searches.", config: {} },
          { type: "agent", name: "helper", description: "Helps." },
        ],
      }),
      "commands/plugin.py": "",
    });
    expect(capability.tools).toMatchObject([
      {
        name: "search",
        enabled: false,
        problem: "Nothing says which program it is: it has no entrypoint.",
      },
    ]);
  });
});

describe("arguments", () => {
  test("C41: types, choices, defaults and what is required become the schema", () => {
    const { inputSchema } = toolOf(`entrypoint: run.sh
args:
  - {name: mode, choices: [fast, slow], default: fast, required: true}
  - {name: count, type: int, required: true}
  - {name: level, choices: [1, 2]}
  - {name: loud, type: bool, flag: --loud}
  - {name: city, option: --city}
  - {name: rest, type: list}`);
    expect(inputSchema).toEqual({
      type: "object",
      properties: {
        mode: { type: "string", enum: ["fast", "slow"], default: "fast" },
        count: { type: "integer" },
        level: { type: "string", enum: ["1", "2"] },
        loud: { type: "boolean" },
        city: { type: "string" },
        rest: { type: "array", items: { type: "string" }, maxItems: 50 },
      },
      required: ["count"],
      additionalProperties: false,
    });
  });

  test.each([
    ["args: [{name: a, type: blob}]", '"a" has the type "blob", which is not known.'],
    [
      "args: [{name: a, type: int, default: x}]",
      'A value that "a" names is not of its type, "integer".',
    ],
    ["args: [{name: a, choices: [b], default: c}]", 'The default of "a" is none of its choices.'],
    ["args: [{name: a}, {name: a}]", 'Two of its arguments are called "a".'],
    ["args: [{name: __proto__}]", '"__proto__" is not the name of an argument'],
    ["args: [{name: a, flag: '--x=;id'}]", '"--x=;id" is not a flag such as --city.'],
    ["args_schema: {properties: {a: {pattern: '('}}}", "Its input schema cannot be used"],
    [`args: [{name: a, default: ${"x".repeat(20_000)}}]`, "too long"],
  ])(
    "C41: a command whose arguments are wrong (%#) is not enabled, and says why",
    (args, problem) => {
      expect(toolOf(`entrypoint: run.sh\n${args}`)).toMatchObject({
        enabled: false,
        problem: expect.stringContaining(problem),
      });
    },
  );

  test("C41: a JSON Schema of a manifest counts, in the order of its properties", () => {
    const schema = { type: "object", properties: { b: { type: "string" }, a: { type: "string" } } };
    const capabilities = [{ command: "/x", args_schema: schema, timeout_sec: 5 }];
    const { inputSchema, execution, behaviour } = toolOf("entrypoint: run.sh", { capabilities });
    expect(inputSchema).toEqual(schema);
    expect(execution).toMatchObject({ inputs: [{ input: "b" }, { input: "a" }] });
    expect(behaviour?.timeoutMs).toBe(15_000);
  });
});

describe("the program of a command", () => {
  const callOf = (first: string) => {
    const { execution, problem } = toolOf("entrypoint: ./s", {}, { s: `${first}\necho\n` });
    if (problem !== undefined) return problem;
    const { call } = CommandExecution.parse(execution);
    return [call.command, ...call.args];
  };

  test.each([
    ["#!/usr/bin/env bash", ["bash", "{{pack_root}}/s"]],
    ["#!/bin/sh -e\r", ["sh", "-e", "{{pack_root}}/s"]],
    ["#!/usr/bin/env -S node --no-warnings", ["node", "--no-warnings", "{{pack_root}}/s"]],
    ["#!/usr/bin/python", ["python3", "{{pack_root}}/s"]],
    ["#! /opt/tool/run", ["/opt/tool/run", "{{pack_root}}/s"]],
  ])("is the one of its first line, %s", (line, argv) => {
    expect(callOf(line)).toEqual(argv);
  });

  test.each([
    "#!./own",
    `#!/bin/sh \${secret:KEY}`,
    "#!/bin/sh {{x}}",
    "#!",
    "#!bin/sh",
    "#!/usr/bin/env -i",
  ])("A64, A67: is none where its first line is %s", (line) =>
    expect(callOf(line)).toContain("does not name a program"),
  );

  test("is known by the end of its name where it has no first line", () => {
    const at = (path: string) =>
      toolOf(`entrypoint: ${path}`, {}, { [path]: "x", "commands/b.py": "x" });
    expect(at("a.mjs").execution).toMatchObject({ call: { command: "node" } });
    expect(at("a.exe").problem).toContain('begin it with "#!"');
    expect(toolOf("entrypoint: b.py", {}, { "commands/b.py": "x" }).execution).toMatchObject({
      call: { command: "python3", args: ["{{pack_root}}/commands/b.py"] },
    });
  });

  test.each(["../run.sh", "/bin/sh", "nothing.sh", "commands", ""])(
    "A33: is not outside the folder: %j",
    (path) => expect(toolOf(`entrypoint: "${path}"`).problem).toContain("is not in the folder"),
  );

  test("A61, A63, A64: a line of a program is words, never a line of a shell", () => {
    const capability = (line: string) => ({
      capabilities: [{ command: "/x", runner: "exec.shell", allowed_commands: [line] }],
    });
    const { inputSchema, execution } = toolOf(
      "examples: []",
      capability("echo -- to={who} {what}"),
    );
    expect(execution).toMatchObject({
      call: { command: "echo", args: ["--", "to={{who}}", "{{what}}"] },
    });
    expect(execution.inputs).toBeUndefined();
    expect(inputSchema).toMatchObject({ required: ["who", "what"] });
    for (const line of [
      "echo $HOME",
      "echo a; id",
      "echo `id`",
      "echo {{a}}",
      "echo 'x'",
      "{x} a",
    ]) {
      expect(toolOf("examples: []", capability(line)).problem).toContain("needs a shell");
    }
    expect(toolOf("examples: []", capability("echo {workspace}")).problem).toContain("reserved");
    expect(toolOf("args: [{name: b}]", capability("echo {a}")).problem).toContain(
      "none of its arguments",
    );
  });
});

describe("risk", () => {
  const levelOf = (permissions: string[], more = "") => {
    const [tool] = judged({
      "manifest.json": JSON.stringify({ ...MANIFEST, permissions_required: permissions }),
      "commands.yaml": `commands: [{name: x, description: "Does ${more || "it"}.", entrypoint: run.sh}]`,
      "run.sh": "#!/bin/sh\n",
    });
    return [tool?.riskLevel, tool?.riskReasons[0], tool?.sideEffectTags];
  };

  test.each([
    ["MED", [], "Nothing says how risky it is.", ["system.exec"]],
    ["MED", ["fs_read"], "Nothing says how risky it is.", ["system.exec", "fs.read"]],
    ["HIGH", ["exec_shell"], 'It has the permission "system.exec".', ["system.exec"]],
    ["HIGH", ["network.call"], 'It has the permission "network".', ["system.exec", "network.http"]],
    ["HIGH", ["odd.word"], 'It has the permission "odd.word".', ["system.exec"]],
    ["CRITICAL", ["payment"], 'It has the permission "payments".', ["system.exec", "payments"]],
  ])(
    "C17, C18, C39, C40, C42: is %s with the permissions %j",
    (level, permissions, reason, effects) => {
      expect(levelOf(permissions)).toEqual([level, reason, effects]);
    },
  );

  test("C39, C40: words count, and an author is not believed downwards", () => {
    expect(levelOf([], "delete")).toEqual([
      "HIGH",
      'Its description says "delete".',
      ["system.exec", "fs.delete"],
    ]);
    expect(judged(POSTMAN)[0]).toMatchObject({ riskLevel: "HIGH" });
  });
});

describe("what is wrong with a folder", () => {
  test.each([
    ["no id", { "manifest.json": '{"name":"A"}' }, 'An extension needs "id" in it.'],
    ["nothing", { "manifest.json": "{}" }, 'An extension needs "id" and "name" in it.'],
    ["an odd id", { "manifest.json": '{"id":"a:b","name":"A"}' }, 'must be like "tools.postman"'],
    ["no JSON", { "manifest.json": "id: a" }, "It is not a JSON object."],
    ["no commands", { "manifest.json": "{}", "commands.yaml": undefined }, "needs"],
  ])("is refused with %s, and told what to change", (_what, tree, message) => {
    const { "commands.yaml": commands = "commands: []", ...rest } = tree as Record<string, string>;
    const whole = "commands.yaml" in tree ? rest : { ...rest, "commands.yaml": commands };
    expect(() => load(whole)).toThrow(message);
  });

  test.each([
    ["two of one key", "commands: []\ncommands: []\n"],
    [
      "an alias bomb",
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [${"*a,".repeat(30)}*a]\nc: &c [${"*b,".repeat(30)}*b]\ncommands: [*c,*c]\n`,
    ],
    ["a deep nest", `commands: ${"[".repeat(10_000)}`],
    ["deep dashes", `${"- ".repeat(20_000)}x`],
    ["no list", "commands: {a: b}"],
    ["a text", "hello"],
    ["nothing", ""],
    ["an unknown alias", "commands: [*x]"],
    ["too much", `commands: []\nx: ${"a".repeat(300_000)}`],
  ])("a commands.yaml with %s is shown as broken, and does nothing", (_what, yaml) => {
    const started = cpuMs();
    expect(withCommands(yaml).capability).toMatchObject({
      status: "draft",
      problem: expect.stringContaining('"commands/commands.yaml" cannot be used'),
      tools: [],
    });
    expect(cpuMs() - started).toBeLessThan(2_000);
  });

  test("A92: a manifest is read once, whatever it was saved as", () => {
    const text = JSON.stringify({ ...MANIFEST, id: "bom.id" });
    const utf16 = Buffer.from(`\ufeff${text}`, "utf16le");
    for (const manifest of [`\ufeff${text}`, utf16]) {
      const read = load({ "manifest.json": manifest, "commands.yaml": "commands: []" });
      expect(read.metadata.id).toBe("bom.id");
    }
  });

  test("an install plan is shown, and a step that is a program is a tool of HIGH risk", () => {
    const { plan, metadata, capability, planCapability } = load(HELLO);
    const byHand = { tool: null, problem: expect.stringContaining("do it by hand") };
    expect(plan).toEqual([
      { when: "install", action: "detect_platform", details: "{}", ...byHand },
      {
        when: "install",
        action: "download.http",
        details: expect.stringContaining("https://example.com/tool.zip"),
        ...byHand,
      },
      {
        when: "install",
        action: "exec.shell",
        details: '{"id":"run","command":"touch /tmp/capstan-plan-was-run"}',
        tool: "ext:demo.hello.install-plan:install_step_3",
        problem: null,
      },
      {
        ...byHand,
        when: "uninstall",
        action: "noop",
        details: "{}",
        problem: "There is nothing to do.",
      },
    ]);
    expect(capability.tools).toHaveLength(1);
    expect(planCapability?.tools).toMatchObject([
      {
        name: "install_step_3",
        declaredRisk: "HIGH",
        execution: { type: "command", call: { command: "touch" } },
      },
    ]);
    expect(metadata.warnings).toEqual([
      "Its install plan has 4 steps. None was run: do what it needs by hand, or by the tools of its steps.",
    ]);
  });
});

test("C41: whatever stands in commands.yaml, it is read or refused in time, and what is listed is well formed", () => {
  const pieces = [
    "commands",
    "slash_commands",
    ":",
    "- ",
    "  ",
    "\n",
    "name",
    "/x",
    "args",
    "{",
    "}",
    "[",
  ];
  pieces.push(
    "]",
    "entrypoint",
    "run.sh",
    "&a",
    "*a",
    "__proto__",
    "constructor",
    '"',
    "'",
    "|",
    "null",
    "1",
    "!!set",
    "<<",
    ",",
  );
  let seed = 7;
  const next = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  for (let round = 0; round < 1_500; round++) {
    const words = Array.from({ length: 1 + next(40) }, () => pieces[next(pieces.length)] ?? "");
    const start = round % 2 === 0 ? "commands:\n  - name: x\n    " : "";
    const { capability } = withCommands(start + words.join(next(2) === 0 ? " " : ""));
    for (const { name, enabled, problem, execution } of capability.tools) {
      expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/);
      expect(() => CommandExecution.parse(execution)).not.toThrow();
      expect(enabled === false).toBe(problem !== undefined);
    }
  }
  expect(({} as Record<string, unknown>).name).toBeUndefined();
});

test("F32: the tags of an extension are words under which it is found", () => {
  const { capability } = withCommands("commands: []", { tags: ["HTTP", "api"] });
  expect(capability.tags).toEqual(["HTTP", "api"]);
});
