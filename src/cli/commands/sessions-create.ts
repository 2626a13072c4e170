import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { typed } from "../program.ts";

export const sessionsCreate: Run = async (args, context) => {
  const [agent, title, profile] = ["agent", "title", "profile"].map((name) => args.get(name));
  const client = await context.client();
  const answer = await client.request("POST /v1/sessions", {
    body: {
      ...(agent && { agent_id: agent }),
      ...(title && { title }),
      ...(profile && { profile }),
    },
  });
  await context.print(answer, ({ id, agent_id: agentId }) => [
    `Session ${id} of agent ${agentId}`,
    `To write to it:  ${typed(`sessions send ${id} "<text>"`)}`,
  ]);
  return EXIT.done;
};
