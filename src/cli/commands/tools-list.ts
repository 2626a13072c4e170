import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { toolLines } from "../tool-lines.ts";

export const toolsList: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/tools", {
    query: {
      source_type: args.get("source-type"),
      risk_max: args.get("risk-max"),
      search: args.get("search"),
      limit: args.get("limit"),
      offset: args.get("offset"),
    },
  });
  await context.print(answer, toolLines);
  return EXIT.done;
};
