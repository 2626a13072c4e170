import type { Listing } from "../../schema/page.ts";
import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { path } from "../path.ts";
import { shortJson } from "../shorten.ts";
import type { WireEvent } from "../wire.ts";

const DATA_LENGTH = 120;

export const sessionsEvents: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request<Listing<WireEvent>>(
    "GET",
    path`/v1/sessions/${args.require("session_id")}/events`,
    { query: { since: args.get("since"), limit: args.get("limit") } },
  );
  await context.print(answer, ({ items, total }) =>
    listing(
      ["SEQUENCE", "TIME", "TURN", "TYPE", "DATA"],
      items.map((event) => [
        String(event.sequence),
        event.ts,
        String(event.turn),
        event.type,
        shortJson(event.data, DATA_LENGTH),
      ]),
      total,
    ),
  );
  return EXIT.done;
};
