import type { List, Tool } from "../http/client/wire.ts";
import { listing } from "./columns.ts";
import type { Screen } from "./command.ts";
import { cutTo } from "./display-width.ts";
import type { Line } from "./line.ts";
import { inColour } from "./state-style.ts";

/** Columns of a description in a terminal: two or three lines. */
const DESCRIPTION_WIDTH = 140;

export function toolLines({ items, total }: List<Tool>, screen: Screen): Line[] {
  const rows = items.map((tool) => [
    tool.tool_id,
    inColour(tool.risk_level),
    tool.enabled ? "yes" : "no",
    firstLine(tool.description, screen),
  ]);
  return listing(["TOOL", "RISK", "ENABLED", "DESCRIPTION"], rows, total, screen.width);
}

function firstLine(text: string, { width }: Screen): string {
  const [line = ""] = text.split("\n");
  return width === undefined ? line : cutTo(line, DESCRIPTION_WIDTH);
}
