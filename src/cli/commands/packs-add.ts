import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { packLines } from "../pack-lines.ts";
import { typed } from "../program.ts";

export const packsAdd: Run = async (args, context) => {
  const { resolve } = process.getBuiltinModule("node:path");
  const entryDoc = args.get("entry-doc");
  const client = await context.client();
  const answer = await client.request("POST /v1/packs", {
    body: {
      path: resolve(args.require("folder")),
      ...(entryDoc !== undefined && { entry_doc: entryDoc }),
    },
  });
  await context.print(answer, (pack) => [
    ...packLines(pack),
    `To attach it to a session:  ${typed(`sessions send <session_id> <text> --attach ${pack.id}`)}`,
  ]);
  return EXIT.done;
};
