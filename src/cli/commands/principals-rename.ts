import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const principalsRename: Run = async (args, context) => {
  const client = await context.admin();
  const answer = await client.request("PATCH /v1/principals/:id", {
    params: { id: args.require("principal_id") },
    body: { name: args.require("name") },
  });
  await context.print(answer, ({ id, name }) => [`${id} is called ${name} now.`]);
  return EXIT.done;
};
