import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const grantsList: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/grants", {
    query: { session_id: args.get("session") },
  });
  await context.print(answer, ({ items, total }) =>
    listing(
      ["GRANT", "STATE", "TOOL", "FITS", "FOR", "BY", "EXPIRES"],
      items.map((it) => [
        it.id,
        it.state,
        it.tool_id,
        it.match === "exact" ? "one input" : "any input",
        it.session_id ?? `every session of ${it.actor}`,
        it.created_by,
        it.expires_at ?? "-",
      ]),
      total,
    ),
  );
  return EXIT.done;
};
