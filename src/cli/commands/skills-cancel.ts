import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { cancelledLines } from "../skill-lines.ts";

export const skillsCancel: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("POST /v1/contexts/:id/cancel", {
    params: { id: args.require("context_id") },
    body: {},
  });
  await context.print(answer, cancelledLines);
  return EXIT.done;
};
