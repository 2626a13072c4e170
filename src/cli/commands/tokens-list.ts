import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { timeCell } from "../time-cell.ts";

export const tokensList: Run = async (args, context) => {
  const client = await context.admin();
  const answer = await client.request("GET /v1/tokens", {
    query: { limit: args.get("limit"), offset: args.get("offset") },
  });
  await context.print(answer, ({ items, total }, screen) =>
    listing(
      ["TOKEN", "NAME", "OF", "SCOPES", "CREATED", "EXPIRES", "REVOKED"],
      items.map((it) => [
        it.id,
        it.name,
        it.principal_id,
        it.scopes.join(","),
        timeCell(it.created_at, screen),
        it.expires_at ? timeCell(it.expires_at, screen) : "no expiry",
        it.revoked_at ? timeCell(it.revoked_at, screen) : "-",
      ]),
      total,
      screen.width,
    ),
  );
  return EXIT.done;
};
