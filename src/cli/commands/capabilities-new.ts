import { CapstanError } from "../../base/errors.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { typed } from "../program.ts";

/** As the schema has it, which this does not load. */
const ID = /^[a-z][a-z0-9_.-]{0,63}$/;

/** Needs no server: it only writes the file that the other commands read. */
export const capabilitiesNew: Run = async (args, context) => {
  const id = args.require("id").replace(/^ext:/, "");
  if (!ID.test(id)) {
    const message = `"${id}" is not an id such as my_service. Where the file goes is said with --out.`;
    throw new CapstanError("REQUEST_INVALID", message);
  }
  const file = args.get("out") ?? `${id}.json`;
  writeNew(file, `${JSON.stringify(beginning(id), null, 2)}\n`);
  const body = { id: `ext:${id}`, file };
  await context.print({ body, text: JSON.stringify(body) }, () => [
    `Wrote ${file}. Change it, then:`,
    `  ${typed(`capabilities check ${file}`)}`,
    `  ${typed(`capabilities add ${file}`)}`,
  ]);
  return EXIT.done;
};

function writeNew(file: string, text: string): void {
  const { writeFileSync } = process.getBuiltinModule("node:fs");
  try {
    writeFileSync(file, text, { flag: "wx" });
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    const reason = error instanceof Error ? error.message : String(error);
    const message = exists ? `${file} exists already.` : `${file} cannot be written: ${reason}`;
    throw new CapstanError("REQUEST_INVALID", message);
  }
}

function beginning(id: string) {
  return {
    id,
    name: id,
    description: "Says what it is for, in one sentence.",
    version: "1.0.0",
    system_prompt: "Tells the model when to use it.",
    tools: [
      {
        name: "look_up",
        description: "Looks something up by its name.",
        examples: ["look up {name}"],
        input_schema: {
          type: "object",
          properties: { name: { type: "string", description: "What to look up." } },
          required: ["name"],
          additionalProperties: false,
        },
        http: {
          method: "GET",
          url: "https://api.example.com/things/{{name}}",
          headers: { authorization: `Bearer ${reference("EXAMPLE_TOKEN")}` },
        },
      },
    ],
  };
}

/** How a secret is meant in a manifest. */
function reference(name: string): string {
  return `\${secret:${name}}`;
}
