import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { packLines } from "../pack-lines.ts";

export const packsRefresh: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("POST /v1/packs/:id/refresh", {
    params: { id: args.require("pack_id") },
    body: {},
  });
  await context.print(answer, packLines);
  return EXIT.done;
};
