import { CapstanError } from "../../base/errors.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { newAgentFiles } from "../new-agent-files.ts";
import { typed } from "../program.ts";
import { writeFolder } from "../write-folder.ts";

const NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*_agent$/;
const MAX_NAME = 64;

/** Needs no server: it only writes the folder that the other commands read. */
export const capabilitiesNewAgent: Run = async (args, context) => {
  const name = args.require("name");
  if (!NAME.test(name) || name.length > MAX_NAME) {
    const message = `"${name}" is not a name such as hello_agent: lower case, "_" between the words, "_agent" at the end.`;
    throw new CapstanError("REQUEST_INVALID", message);
  }
  const { join } = process.getBuiltinModule("node:path");
  const folder = join(args.get("out") ?? ".", name);
  writeFolder(folder, newAgentFiles(name, args.has("python")));
  const body = { name, folder };
  await context.print({ body, text: JSON.stringify(body) }, () => [
    `Wrote ${folder}. Change it, then:`,
    `  ${typed(`capabilities check ${folder}`)}`,
    `  ${typed(`capabilities test ${folder}`)}`,
    `  ${typed(`add ${folder}`)}`,
  ]);
  return EXIT.done;
};
