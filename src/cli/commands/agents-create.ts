import { agentLines } from "../agent-lines.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const agentsCreate: Run = async (args, context) => {
  const client = await context.client();
  const [prompt, model] = [args.get("prompt"), args.get("model")];
  const answer = await client.request("POST /v1/agents", {
    body: {
      name: args.require("name"),
      capabilities: args.get("capabilities")?.split(",") ?? [],
      ...(prompt && { system_prompt: prompt }),
      ...(model && { model }),
    },
  });
  await context.print(answer, agentLines);
  return EXIT.done;
};
