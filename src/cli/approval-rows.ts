import type { Approval, List } from "../http/client/wire.ts";
import { listing } from "./columns.ts";
import type { Screen } from "./command.ts";
import type { Line } from "./line.ts";
import { inColour } from "./state-style.ts";
import { timeCell } from "./time-cell.ts";

/** Approvals as a table. */
export function approvalRows({ items, total }: List<Approval>, screen: Screen): Line[] {
  return listing(
    ["APPROVAL", "STATE", "RISK", "EXPIRES", "SESSION", "TOOL"],
    items.map((it) => [
      it.id,
      inColour(it.state),
      inColour(it.risk_level),
      timeCell(it.expires_at, screen),
      it.session_id ?? "-",
      it.tool_id,
    ]),
    total,
    screen.width,
  );
}
