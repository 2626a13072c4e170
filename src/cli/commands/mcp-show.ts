import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { mcpDetailLines } from "../mcp-lines.ts";

export const mcpShow: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/mcp-servers/:id", {
    params: { id: args.require("id") },
  });
  await context.print(answer, mcpDetailLines);
  return EXIT.done;
};
