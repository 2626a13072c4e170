import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const grantsRevoke: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("DELETE /v1/grants/:id", {
    params: { id: args.require("grant_id") },
  });
  await context.print(answer, ({ id }) => [`Grant ${id} is revoked: the next call asks again.`]);
  return EXIT.done;
};
