import { agentLines } from "../agent-lines.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const agentsUpdate: Run = async (args, context) => {
  const client = await context.client();
  const [name, prompt, model] = [args.get("name"), args.get("prompt"), args.get("model")];
  const capabilities = args.get("capabilities")?.split(",");
  const answer = await client.request("PATCH /v1/agents/:id", {
    params: { id: args.require("agent_id") },
    body: {
      ...(name && { name }),
      ...(prompt !== undefined && { system_prompt: prompt }),
      ...(model && { model }),
      ...(capabilities && { capabilities }),
    },
  });
  await context.print(answer, agentLines);
  return EXIT.done;
};
