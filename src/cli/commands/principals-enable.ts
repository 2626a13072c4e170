import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const principalsEnable: Run = async (args, context) => {
  const client = await context.admin();
  const answer = await client.request("PATCH /v1/principals/:id", {
    params: { id: args.require("principal_id") },
    body: { state: "active" },
  });
  await context.print(answer, ({ name }) => [`${name} may come back: their keys work again.`]);
  return EXIT.done;
};
