import { CALL_DEADLINE_MS } from "../client.ts";
import type { Run } from "../command.ts";
import { mcpExitCode, mcpLines } from "../mcp-lines.ts";

export const mcpRefresh: Run = async (args, context) => {
  const client = await context.admin();
  const answer = await client.request("POST /v1/mcp-servers/:id/refresh", {
    params: { id: args.require("id") },
    deadlineMs: CALL_DEADLINE_MS,
  });
  await context.print(answer, mcpLines);
  return mcpExitCode(answer.body);
};
