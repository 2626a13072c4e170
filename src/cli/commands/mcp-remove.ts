import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const mcpRemove: Run = async (args, context) => {
  const client = await context.admin();
  const answer = await client.request("DELETE /v1/mcp-servers/:id", {
    params: { id: args.require("id") },
  });
  await context.print(answer, ({ id }) => [`The MCP server ${id} is removed.`]);
  return EXIT.done;
};
