import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const tokensList: Run = async (args, context) => {
  const client = await context.admin();
  const answer = await client.request("GET /v1/tokens", {
    query: { limit: args.get("limit"), offset: args.get("offset") },
  });
  await context.print(answer, ({ items, total }) =>
    listing(
      ["TOKEN", "NAME", "SCOPES", "CREATED", "EXPIRES", "REVOKED"],
      items.map((it) => [
        it.id,
        it.name,
        it.scopes.join(","),
        it.created_at,
        it.expires_at ?? "-",
        it.revoked_at ?? "-",
      ]),
      total,
    ),
  );
  return EXIT.done;
};
