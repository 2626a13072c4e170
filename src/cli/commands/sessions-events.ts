import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { timeCell } from "../time-cell.ts";
import { toldData } from "../told-data.ts";

export const sessionsEvents: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/sessions/:id/events", {
    params: { id: args.require("session_id") },
    query: { since: args.get("since"), limit: args.get("limit") },
  });
  await context.print(answer, ({ items, total }, screen) =>
    listing(
      ["SEQUENCE", "TIME", "TURN", "TYPE", "DATA"],
      items.map((event) => [
        String(event.sequence),
        timeCell(event.ts, screen),
        String(event.turn),
        event.type,
        toldData(event.data),
      ]),
      total,
      screen.width,
    ),
  );
  return EXIT.done;
};
