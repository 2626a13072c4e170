import { accessLines } from "../access-lines.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const accessList: Run = async (args, context) => {
  const client = await context.client();
  const id = args.get("capability_id");
  if (id === undefined) {
    const answer = await client.request("GET /v1/access", {});
    await context.print(answer, ({ items, total }, screen) => accessLines(items, total, screen));
    return EXIT.done;
  }
  const answer = await client.request("GET /v1/capabilities/:id/access", { params: { id } });
  await context.print(answer, ({ items }, screen) => accessLines(items, items.length, screen));
  return EXIT.done;
};
