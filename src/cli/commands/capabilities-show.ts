import { capabilityLines } from "../capability-lines.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { path } from "../path.ts";
import type { WireCapability } from "../wire.ts";

export const capabilitiesShow: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request<WireCapability>(
    "GET",
    path`/v1/capabilities/${args.require("capability_id")}`,
  );
  await context.print(answer, capabilityLines);
  return EXIT.done;
};
