import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const packsRemove: Run = async (args, context) => {
  const client = await context.client();
  const params = { id: args.require("pack_id") };
  const answer = await client.request("DELETE /v1/packs/:id", { params });
  await context.print(answer, ({ id }) => [`Pack ${id} is removed.`]);
  return EXIT.done;
};
