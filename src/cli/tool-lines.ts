import type { List, Tool } from "../client/wire.ts";
import { listing } from "./columns.ts";

const DESCRIPTION_LENGTH = 60;

export function toolLines({ items, total }: List<Tool>): string[] {
  const rows = items.map((tool) => [
    tool.tool_id,
    tool.risk_level,
    tool.enabled ? "yes" : "no",
    firstLine(tool.description),
  ]);
  return listing(["TOOL", "RISK", "ENABLED", "DESCRIPTION"], rows, total);
}

function firstLine(text: string): string {
  const [line = ""] = text.split("\n");
  return line.length > DESCRIPTION_LENGTH ? `${line.slice(0, DESCRIPTION_LENGTH - 1)}…` : line;
}
