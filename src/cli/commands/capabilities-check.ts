import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { typed } from "../program.ts";
import { readManifest } from "../read-manifest.ts";

export const capabilitiesCheck: Run = async (args, context) => {
  const file = args.require("file");
  const body = readManifest(file);
  const client = await context.client();
  const answer = await client.request("POST /v1/capabilities/check", { body });
  await context.print(answer, ({ id, version, tools }) => [
    `${id} ${version} is well formed: ${tools} ${tools === 1 ? "tool" : "tools"}.`,
    `Add it: ${typed(`capabilities add ${file}`)}`,
  ]);
  return EXIT.done;
};
