import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

/** Prints the link and opens nothing: whoever wrote it is another server. */
export const mcpLogin: Run = async (args, context) => {
  const client = await context.admin();
  const answer = await client.request("POST /v1/mcp-servers/:id/sign-in", {
    params: { id: args.require("id") },
  });
  await context.print(answer, ({ id, url }) => [
    `To sign in at "${id}", open this link in a browser on this machine:`,
    url,
  ]);
  return EXIT.done;
};
