import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const extensionsRemove: Run = async (args, context) => {
  const client = await context.admin();
  const params = { id: args.require("extension_id") };
  const answer = await client.request("DELETE /v1/extensions/:id", { params });
  await context.print(answer, ({ id }) => [`Extension ${id} is removed.`]);
  return EXIT.done;
};
