import type { List, Tool } from "../http/client/wire.ts";
import { listing } from "./columns.ts";
import type { Screen } from "./command.ts";
import type { Line } from "./line.ts";
import { inColour } from "./state-style.ts";

const DESCRIPTION_LENGTH = 60;

export function toolLines({ items, total }: List<Tool>, screen: Screen): Line[] {
  const rows = items.map((tool) => [
    tool.tool_id,
    inColour(tool.risk_level),
    tool.enabled ? "yes" : "no",
    firstLine(tool.description),
  ]);
  return listing(["TOOL", "RISK", "ENABLED", "DESCRIPTION"], rows, total, screen.width);
}

function firstLine(text: string): string {
  const [line = ""] = text.split("\n");
  return line.length > DESCRIPTION_LENGTH ? `${line.slice(0, DESCRIPTION_LENGTH - 1)}…` : line;
}
