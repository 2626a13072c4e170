import { adminIfNeeded } from "../admin-if-needed.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const capabilitiesRemove: Run = async (args, context) => {
  const id = args.require("capability_id");
  // The server knows which kinds are the admin's.
  const answer = await adminIfNeeded(context, (client) =>
    client.request("DELETE /v1/capabilities/:id", { params: { id } }),
  );
  await context.print(answer, ({ id }) => [`Capability ${id} is removed.`]);
  return EXIT.done;
};
