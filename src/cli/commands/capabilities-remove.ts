import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const capabilitiesRemove: Run = async (args, context) => {
  const id = args.require("capability_id");
  // Code of somebody else that runs here is the admin's.
  const client = await (/^(?:skill|agent):/.test(id) ? context.admin() : context.client());
  const answer = await client.request("DELETE /v1/capabilities/:id", { params: { id } });
  await context.print(answer, ({ id }) => [`Capability ${id} is removed.`]);
  return EXIT.done;
};
