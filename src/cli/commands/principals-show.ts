import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { principalLines } from "../principal-lines.ts";

export const principalsShow: Run = async (args, context) => {
  const client = await context.admin();
  const answer = await client.request("GET /v1/principals/:id", {
    params: { id: args.require("principal_id") },
  });
  await context.print(answer, principalLines);
  return EXIT.done;
};
