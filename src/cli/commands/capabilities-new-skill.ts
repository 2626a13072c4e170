import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { typed } from "../program.ts";
import { requireName, writeFolder } from "../write-folder.ts";

/** Needs no server: it only writes the folder that the other commands read. */
export const capabilitiesNewSkill: Run = async (args, context) => {
  const name = requireName(args.require("name"), "my-skill");
  const { join } = process.getBuiltinModule("node:path");
  const folder = join(args.get("out") ?? ".", name);
  const code: readonly [string, string] = args.has("python")
    ? ["impl.py", IN_PYTHON]
    : ["impl.ts", IN_TYPESCRIPT];
  writeFolder(
    folder,
    new Map([
      ["SKILL.md", docOf(name)],
      code,
      ["examples.json", `${JSON.stringify(EXAMPLES, null, 2)}\n`],
    ]),
  );
  const body = { name, folder };
  await context.print({ body, text: JSON.stringify(body) }, () => [
    `Wrote ${folder}. Change it, then:`,
    `  ${typed(`capabilities check ${folder}`)}`,
    `  ${typed(`capabilities test ${folder}`)}`,
    `  ${typed(`add ${folder}`)}`,
  ]);
  return EXIT.done;
};

const EXAMPLES = {
  examples: [
    {
      title: "asks whom to greet",
      inputs: {},
      expect: { state: "input_required", fields: ["person"] },
    },
    {
      title: "greets",
      inputs: { person: "Ada" },
      expect: { state: "completed", outputs: { greeting: "Hello, Ada!" } },
    },
  ],
};

function docOf(name: string): string {
  const title = name.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());
  return `---
name: ${name}
version: 0.1.0
description: Says what it does, and when to use it, in a sentence or two.
autonomy_level: READ
side_effects: []
timeout_seconds: 30
execution_mode: DETERMINISTIC
input_schema:
  type: object
  properties:
    person: {type: string, description: Whom to greet}
output_schema:
  type: object
  required: [greeting]
  properties:
    greeting: {type: string}
interaction_outcomes:
  allowed_intermediate_states: [input_required]
  max_turns: 4
  supports_resume: true
  state_persistence: full_events
  input_request_schema:
    - {name: person, type: string, description: Whom to greet, required: true}
---

# ${title}

Say what it does, and what it asks for.
`;
}

const IN_TYPESCRIPT = `import { completed, event, inputRequired, type SkillContext } from "capstan/skill";

export function execute(ctx: SkillContext) {
  const { person } = ctx.inputs;
  if (typeof person !== "string" || person === "") {
    return inputRequired([{ name: "person", description: "Whom to greet" }], "Whom shall I greet?");
  }
  event(ctx, "greeted", { turn: ctx.turn });
  return completed({ greeting: \`Hello, \${person}!\` });
}
`;

const IN_PYTHON = `from capstan_skill import completed, event, input_required


def execute(ctx):
    person = ctx.inputs.get("person")
    if not person:
        return input_required([{"name": "person", "description": "Whom to greet"}], "Whom shall I greet?")
    event(ctx, "greeted", {"turn": ctx.turn})
    return completed({"greeting": f"Hello, {person}!"})
`;
