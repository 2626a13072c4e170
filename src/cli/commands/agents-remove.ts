import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const agentsRemove: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("DELETE /v1/agents/:id", {
    params: { id: args.require("agent_id") },
  });
  await context.print(answer, ({ id }) => [`Agent ${id} is removed.`]);
  return EXIT.done;
};
