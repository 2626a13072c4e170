import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const hubRemove: Run = async (args, context) => {
  const client = await context.admin();
  const params = { name: args.require("name") };
  const answer = await client.request("DELETE /v1/hub/installed/:name{.+}", { params });
  await context.print(answer, ({ id }) => [`${id} is removed.`]);
  return EXIT.done;
};
