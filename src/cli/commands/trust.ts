import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const trust: Run = async (args, context) => {
  const { resolve } = process.getBuiltinModule("node:path");
  const client = await context.client();
  const body = { path: resolve(args.require("folder")) };
  const answer = await client.request("POST /v1/packs/trust", { body });
  await context.print(answer, ({ added, refused }) => [
    added.length === 0 ? "No new packs were found." : `Found: ${added.join(", ")}.`,
    ...refused.map(({ path, reason }) => `Not taken in: ${path}. ${reason}`),
  ]);
  return EXIT.done;
};
