import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { extensionDetailLines } from "../extension-lines.ts";

export const extensionsShow: Run = async (args, context) => {
  const client = await context.client();
  const params = { id: args.require("extension_id") };
  const answer = await client.request("GET /v1/extensions/:id", { params });
  await context.print(answer, extensionDetailLines);
  return EXIT.done;
};
