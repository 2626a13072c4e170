import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { path } from "../path.ts";

export const secretsRemove: Run = async (args, context) => {
  const client = await context.admin();
  const answer = await client.request<{ readonly name: string }>(
    "DELETE",
    path`/v1/secrets/${args.require("name")}`,
  );
  await context.print(answer, ({ name }) => [`Secret ${name} is removed.`]);
  return EXIT.done;
};
