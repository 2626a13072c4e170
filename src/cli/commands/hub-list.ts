import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const hubList: Run = async (args, context) => {
  const client = await context.client();
  const query = { limit: args.get("limit"), offset: args.get("offset") };
  const answer = await client.request("GET /v1/hub/installed", { query });
  await context.print(answer, ({ items, total }, screen) =>
    listing(
      ["NAME", "VERSION", "IS", "UPDATE", "FROM", "STATE"],
      items.map((it) => [
        it.id,
        it.version,
        it.capability_id,
        it.update ?? "none",
        it.source,
        it.withdrawn === null ? (it.problem ?? "good") : `withdrawn: ${it.withdrawn}`,
      ]),
      total,
      screen.width,
    ),
  );
  return EXIT.done;
};
