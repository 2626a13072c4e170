import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { packLines } from "../pack-lines.ts";
import { readNamedBytes } from "../read-file.ts";

const DEADLINE_MS = 5 * 60_000;

export const capabilitiesInstall: Run = async (args, context) => {
  const { resolve } = process.getBuiltinModule("node:path");
  const path = resolve(args.require("path"));
  // A folder is read by the server; a zip may lie on another machine.
  const body = path.toLowerCase().endsWith(".zip")
    ? readNamedBytes(path)
    : new TextEncoder().encode(JSON.stringify({ path }));
  const client = await context.admin();
  const options = { body, deadlineMs: DEADLINE_MS };
  const answer = await client.request("POST /v1/capabilities/install", options);
  await context.print(answer, ({ pack }) => packLines(pack));
  return EXIT.done;
};
