import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { typed } from "../program.ts";
import { requireName, writeFolder } from "../write-folder.ts";

/** Needs no server: it only writes the folder that the other commands read. */
export const capabilitiesNewPack: Run = async (args, context) => {
  const name = requireName(args.require("name"), "my-pack");
  const { join } = process.getBuiltinModule("node:path");
  const folder = join(args.get("out") ?? ".", name);
  writeFolder(folder, filesOf(name));
  const body = { name, folder };
  await context.print({ body, text: JSON.stringify(body) }, () => [
    `Wrote ${folder}. Change it, then:`,
    `  ${typed(`capabilities check ${folder}`)}`,
    `  ${typed(`capabilities test ${folder}`)}`,
    `  ${typed(`add ${folder}`)}`,
  ]);
  return EXIT.done;
};

function filesOf(name: string): ReadonlyMap<string, string> {
  const title = name.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());
  const tools = {
    tools: [
      {
        name: "greet",
        description: "Greets somebody by name.",
        inputSchema: {
          type: "object",
          properties: { name: { type: "string", minLength: 1, maxLength: 100 } },
          required: ["name"],
          additionalProperties: false,
        },
        exec: { command: "node", args: ["{{pack_root}}/scripts/greet.mjs", "--", "{{name}}"] },
        examples: [{ inputs: { name: "Ada" }, expect: { stdout_includes: "Hello, Ada!" } }],
      },
    ],
  };
  return new Map([
    [
      "SKILL.md",
      `---
name: ${name}
description: Says what it does, and when to use it, in a sentence or two.
allowed-tools: Read Write
---

# ${title}

1. Say step by step what to do.
2. For the details, read references/more.md.
3. To greet somebody, enable the tools and call greet.
`,
    ],
    ["references/more.md", "# More\n\nWhat is needed now and then.\n"],
    ["scripts/greet.mjs", 'console.log("Hello, " + process.argv.at(-1) + "!");\n'],
    ["tools.json", `${JSON.stringify(tools, null, 2)}\n`],
  ]);
}
