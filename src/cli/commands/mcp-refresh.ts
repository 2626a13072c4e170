import { CALL_DEADLINE_MS } from "../client.ts";
import type { Run } from "../command.ts";
import { mcpExitCode, mcpLines } from "../mcp-lines.ts";
import { whileWaiting } from "../while-waiting.ts";
import { FETCHES } from "./mcp-add.ts";

export const mcpRefresh: Run = async (args, context) => {
  const client = await context.admin();
  const work = client.request("POST /v1/mcp-servers/:id/refresh", {
    params: { id: args.require("id") },
    deadlineMs: CALL_DEADLINE_MS,
  });
  const answer = await whileWaiting(context, FETCHES, work);
  await context.print(answer, mcpLines);
  return mcpExitCode(answer.body);
};
