import { agentLines } from "../agent-lines.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const agentsShow: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/agents/:id", {
    params: { id: args.require("agent_id") },
  });
  await context.print(answer, agentLines);
  return EXIT.done;
};
