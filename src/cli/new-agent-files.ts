/** An agent to begin with: one action, all files that are asked for, and it passes. */
export function newAgentFiles(name: string, isPython: boolean): ReadonlyMap<string, string> {
  const manifest = {
    name,
    version: "0.1.0",
    description: "Greets somebody by name",
    author: "you",
    license: "MIT",
    category: "utility",
    status: "stable",
    permissions: [],
    optional_permissions: [],
    actions: [
      {
        name: "greet",
        description: "Greets somebody by name.",
        input_schema: {
          type: "object",
          properties: { name: { type: "string", minLength: 1, maxLength: 100 } },
          additionalProperties: false,
        },
        effects: [],
        examples: ["greet {name}"],
      },
    ],
    platforms: ["linux", "macos", "windows"],
    dependencies: {
      ollama_models: [],
      system_binaries: [],
      python_packages: isPython ? "see requirements.txt" : [],
    },
    min_intentos_version: "0.1.0",
  };
  const cases = {
    cases: [{ action: "greet", params: { name: "Ann" }, expect: { result_includes: "Ann" } }],
  };
  return new Map([
    ["manifest.json", json(manifest)],
    ["SPEC.md", specOf(name, json({ ...manifest, actions: ["greet"] }), isPython)],
    ["tests/cases.json", json(cases)],
    ...(isPython ? PYTHON : TYPESCRIPT),
  ]);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

const TYPESCRIPT: readonly [path: string, text: string][] = [
  ["package.json", json({ private: true, type: "module" })],
  [
    "agent.ts",
    `type Input = {
  action: string;
  params?: { name?: string };
  context?: { dry_run?: boolean };
};

const metadata = { files_affected: 0, bytes_affected: 0, duration_ms: 0, paths_accessed: [] };

export function run({ action, params = {}, context = {} }: Input) {
  if (action === "greet") {
    const { name = "world" } = params;
    if (context.dry_run) {
      return { status: "success", action_performed: \`Would greet \${name}\`, result: { preview: [] }, metadata };
    }
    return { status: "success", action_performed: \`Greeted \${name}\`, result: \`Hello, \${name}!\`, metadata };
  }
  const message = \`I don't know how to do "\${action}".\`;
  return { status: "error", error: { code: "UNKNOWN_ACTION", message }, metadata };
}
`,
  ],
  [
    "tests/agent.test.ts",
    `import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../agent.ts";

test("greet: says hello by name", () => {
  assert.equal(run({ action: "greet", params: { name: "Ann" } }).result, "Hello, Ann!");
});

test("greet: dry_run only says what it would do", () => {
  const { action_performed } = run({ action: "greet", context: { dry_run: true } });
  assert.equal(action_performed, "Would greet world");
});
`,
  ],
];

const PYTHON: readonly [path: string, text: string][] = [
  ["requirements.txt", "# One package a line, with its version: name==1.2.3\n"],
  [
    "agent.py",
    `METADATA = {"files_affected": 0, "bytes_affected": 0, "duration_ms": 0, "paths_accessed": []}


def run(input: dict) -> dict:
    action = input.get("action")
    params = input.get("params", {})
    context = input.get("context", {})

    if action == "greet":
        name = params.get("name", "world")
        if context.get("dry_run"):
            return success(f"Would greet {name}", {"preview": []})
        return success(f"Greeted {name}", f"Hello, {name}!")

    error = {"code": "UNKNOWN_ACTION", "message": f"I don't know how to do '{action}'"}
    return {"status": "error", "error": error, "metadata": METADATA}


def success(action_performed, result):
    return {
        "status": "success",
        "action_performed": action_performed,
        "result": result,
        "metadata": METADATA,
    }
`,
  ],
  [
    "tests/test_agent.py",
    `import unittest

from agent import run


class Greet(unittest.TestCase):
    def test_greet(self):
        answer = run({"action": "greet", "params": {"name": "Ann"}})
        self.assertEqual(answer["result"], "Hello, Ann!")

    def test_greet_dry_run(self):
        answer = run({"action": "greet", "context": {"dry_run": True}})
        self.assertEqual(answer["action_performed"], "Would greet world")


if __name__ == "__main__":
    unittest.main()
`,
  ],
];

function specOf(name: string, manifest: string, isPython: boolean): string {
  return `# ${name}
### *Greets somebody by name*

**Version:** 0.1.0
**Status:** stable
**Category:** utility

## What This Agent Does

Says hello.

> Greet Ann

## Permissions

| permission | required | why |
|---|---|---|

It needs none.

## ACP Interface

### Agent Manifest

\`\`\`json
${manifest}\`\`\`

### Input Schema

\`\`\`json
{ "action": "greet", "params": { "name": "Ann" }, "context": { "dry_run": false } }
\`\`\`

### Output Schema

\`\`\`json
{
  "status": "success",
  "action_performed": "Greeted Ann",
  "result": "Hello, Ann!",
  "metadata": { "files_affected": 0, "bytes_affected": 0, "duration_ms": 0, "paths_accessed": [] }
}
\`\`\`

## Behavior Specifications

### greet

Says hello to \`name\`, or to the world. It fails at nothing.

## Implementation Notes

${isPython ? "Python with its standard library." : "TypeScript without dependencies."} Do not build: other languages, the time of the day.

## Contributing

\`capstan capabilities check .\` and \`capstan capabilities test .\` run what a reviewer runs. Title a change
\`capability: add ${name}\`.
`;
}
