import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const principalsDisable: Run = async (args, context) => {
  const client = await context.admin();
  const answer = await client.request("PATCH /v1/principals/:id", {
    params: { id: args.require("principal_id") },
    body: { state: "disabled" },
  });
  await context.print(answer, ({ name }) => [
    `${name} is disabled: every key of theirs is refused from now on.`,
  ]);
  return EXIT.done;
};
