import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { shorten } from "../shorten.ts";

const TITLE_LENGTH = 60;

export const sessionsList: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/sessions", {
    query: { limit: args.get("limit"), offset: args.get("offset") },
  });
  await context.print(answer, ({ items, total }) =>
    listing(
      ["SESSION", "STATE", "TURN", "UPDATED", "TITLE"],
      items.map((it) => [
        it.id,
        it.state,
        String(it.turn),
        it.updated_at,
        shorten(it.title, TITLE_LENGTH),
      ]),
      total,
    ),
  );
  return EXIT.done;
};
