import { agentLines } from "../agent-lines.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { path } from "../path.ts";
import type { WireAgent } from "../wire.ts";

export const agentsShow: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request<WireAgent>(
    "GET",
    path`/v1/agents/${args.require("agent_id")}`,
  );
  await context.print(answer, agentLines);
  return EXIT.done;
};
