import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { folderLines } from "../folder-lines.ts";

export const capabilitiesRefresh: Run = async (args, context) => {
  const client = await context.admin();
  const params = { id: args.require("capability_id") };
  const answer = await client.request("POST /v1/capabilities/:id/refresh", { params, body: {} });
  await context.print(answer, folderLines);
  return EXIT.done;
};
