import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { packDetailLines } from "../pack-lines.ts";

export const packsShow: Run = async (args, context) => {
  const client = await context.client();
  const params = { id: args.require("pack_id") };
  await context.print(await client.request("GET /v1/packs/:id", { params }), packDetailLines);
  return EXIT.done;
};
