import { capabilityLines } from "../capability-lines.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const capabilitiesShow: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/capabilities/:id", {
    params: { id: args.require("capability_id") },
  });
  await context.print(answer, capabilityLines);
  return EXIT.done;
};
