import type { Run } from "../command.ts";
import { mcpExitCode, mcpLines } from "../mcp-lines.ts";

export const mcpRefresh: Run = async (args, context) => {
  const client = await context.admin();
  const answer = await client.request("POST /v1/mcp-servers/:id/refresh", {
    params: { id: args.require("id") },
  });
  await context.print(answer, mcpLines);
  return mcpExitCode(answer.body);
};
