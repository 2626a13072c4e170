import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { timeCell } from "../time-cell.ts";

export const principalsList: Run = async (args, context) => {
  const client = await context.admin();
  const answer = await client.request("GET /v1/principals", {
    query: { search: args.get("search"), limit: args.get("limit"), offset: args.get("offset") },
  });
  await context.print(answer, ({ items, total }, screen) =>
    listing(
      ["PRINCIPAL", "NAME", "KIND", "STATE", "LAST SEEN"],
      items.map((it) => [
        it.id,
        it.name,
        it.kind,
        it.state,
        it.last_seen_at ? timeCell(it.last_seen_at, screen) : "-",
      ]),
      total,
      screen.width,
    ),
  );
  return EXIT.done;
};
