import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const tokensRevoke: Run = async (args, context) => {
  const client = await context.admin();
  const answer = await client.request("DELETE /v1/tokens/:id", {
    params: { id: args.require("token_id") },
  });
  await context.print(answer, ({ id }) => [`Key ${id} is revoked.`]);
  return EXIT.done;
};
