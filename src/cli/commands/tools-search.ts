import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { toolLines } from "../tool-lines.ts";

export const toolsSearch: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/tools", {
    query: { search: args.require("text") },
  });
  await context.print(answer, toolLines);
  return EXIT.done;
};
