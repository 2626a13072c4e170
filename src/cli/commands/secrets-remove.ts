import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const secretsRemove: Run = async (args, context) => {
  const client = await context.admin();
  const answer = await client.request("DELETE /v1/secrets/:name", {
    params: { name: args.require("name") },
  });
  await context.print(answer, ({ name }) => [`Secret ${name} is removed.`]);
  return EXIT.done;
};
