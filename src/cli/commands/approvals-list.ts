import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { inColour } from "../state-style.ts";
import { timeCell } from "../time-cell.ts";

export const approvalsList: Run = async (args, context) => {
  const state = args.get("state") ?? "pending";
  const client = await context.client();
  const answer = await client.request("GET /v1/approvals", {
    query: { state: state === "all" ? undefined : state, session_id: args.get("session") },
  });
  await context.print(answer, ({ items, total }, screen) =>
    listing(
      ["APPROVAL", "STATE", "RISK", "TOOL", "EXPIRES", "SESSION"],
      items.map((it) => [
        it.id,
        inColour(it.state),
        inColour(it.risk_level),
        it.tool_id,
        timeCell(it.expires_at, screen),
        it.session_id ?? "-",
      ]),
      total,
      screen.width,
    ),
  );
  return EXIT.done;
};
