import { encodeSeenTool, SEEN_TOOL_COLUMNS } from "../seen-tool-row.ts";
import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareReplace } from "./prepare-insert.ts";

export function prepareSeenToolAppliers(db: Database): Appliers<"tool.seen"> {
  const replace = prepareReplace(db, "seen_tools", SEEN_TOOL_COLUMNS);
  return { "tool.seen": ({ tool }) => replace(encodeSeenTool(tool)) };
}
