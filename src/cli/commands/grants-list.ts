import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { inColour } from "../state-style.ts";
import { timeCell } from "../time-cell.ts";

/** What a remembered answer is good for. */
const MATCHES = { exact: "one input", tool: "any input", pack: "reads of its pack" } as const;

export const grantsList: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/grants", {
    query: { session_id: args.get("session") },
  });
  await context.print(answer, ({ items, total }, screen) =>
    listing(
      ["GRANT", "STATE", "TOOL", "FITS", "FOR", "BY", "EXPIRES"],
      items.map((it) => [
        it.id,
        inColour(it.state),
        it.tool_id,
        MATCHES[it.match],
        it.session_id ?? `every session of ${it.actor.name}`,
        it.created_by.name,
        it.expires_at ? timeCell(it.expires_at, screen) : "no expiry",
      ]),
      total,
      screen.width,
    ),
  );
  return EXIT.done;
};
