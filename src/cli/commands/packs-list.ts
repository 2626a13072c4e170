import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const packsList: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/packs", {
    query: { search: args.get("search"), limit: args.get("limit"), offset: args.get("offset") },
  });
  await context.print(answer, ({ items, total }, screen) =>
    listing(
      ["PACK", "STATUS", "TOOLS.JSON", "NOTES", "CHANGED", "DESCRIPTION"],
      items.map((it) => [
        it.id,
        it.enabled ? "available" : "disabled",
        it.has_tools_json ? "yes" : "no",
        String(it.warnings.length),
        it.changed ? "yes" : "no",
        it.description,
      ]),
      total,
      screen.width,
    ),
  );
  return EXIT.done;
};
