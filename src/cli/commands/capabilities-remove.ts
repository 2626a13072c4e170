import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const capabilitiesRemove: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("DELETE /v1/capabilities/:id", {
    params: { id: args.require("capability_id") },
  });
  await context.print(answer, ({ id }) => [`Capability ${id} is removed.`]);
  return EXIT.done;
};
