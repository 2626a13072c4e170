import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { path } from "../path.ts";

export const grantsRevoke: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request<{ readonly id: string }>(
    "DELETE",
    path`/v1/grants/${args.require("grant_id")}`,
  );
  await context.print(answer, ({ id }) => [`Grant ${id} is revoked: the next call asks again.`]);
  return EXIT.done;
};
