import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { cutTo } from "../display-width.ts";
import { EXIT } from "../exit-code.ts";
import { inColour } from "../state-style.ts";
import { timeCell } from "../time-cell.ts";

/** Columns of a title in a terminal. */
const TITLE_WIDTH = 60;

export const sessionsList: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/sessions", {
    query: {
      limit: args.get("limit"),
      offset: args.get("offset"),
      search: args.get("search"),
    },
  });
  await context.print(answer, ({ items, total }, screen) =>
    listing(
      ["SESSION", "STATE", "TURN", "UPDATED", "TITLE"],
      items.map((it) => [
        it.id,
        inColour(it.state),
        String(it.turn),
        timeCell(it.updated_at, screen),
        screen.width === undefined ? it.title : cutTo(it.title, TITLE_WIDTH),
      ]),
      total,
      screen.width,
    ),
  );
  return EXIT.done;
};
