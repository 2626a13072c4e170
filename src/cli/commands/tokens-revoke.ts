import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { path } from "../path.ts";

export const tokensRevoke: Run = async (args, context) => {
  const client = await context.admin();
  const answer = await client.request<{ readonly id: string }>(
    "DELETE",
    path`/v1/tokens/${args.require("token_id")}`,
  );
  await context.print(answer, ({ id }) => [`Token ${id} is revoked.`]);
  return EXIT.done;
};
