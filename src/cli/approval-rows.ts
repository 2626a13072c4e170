import type { Approval, List } from "../http/client/wire.ts";
import { listing } from "./columns.ts";
import type { Screen } from "./command.ts";
import type { Line } from "./line.ts";
import { shortJson } from "./shorten.ts";
import { inColour } from "./state-style.ts";
import { timeCell } from "./time-cell.ts";

const INPUT_LENGTH = 120;

/** Approvals as a table. */
export function approvalRows({ items, total }: List<Approval>, screen: Screen): Line[] {
  return listing(
    ["APPROVAL", "STATE", "RISK", "EXPIRES", "SESSION", "CALL"],
    items.map((it) => [
      it.id,
      inColour(it.state),
      inColour(it.risk_level),
      timeCell(it.expires_at, screen),
      it.session_id ?? "-",
      callOf(it),
    ]),
    total,
    screen.width,
  );
}

/** Calls of one tool differ in what they are given. */
function callOf({ tool_id: toolId, inputs }: Approval): string {
  const given = JSON.stringify(inputs) === "{}" ? "" : shortJson(inputs, INPUT_LENGTH);
  return `${toolId} ${given}`.trim();
}
