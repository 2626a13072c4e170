import type { SeenToolReader } from "../../ports/seen-tool-reader.ts";
import { decodeSeenTool, SEEN_TOOL_COLUMNS, type SeenToolRow } from "../seen-tool-row.ts";
import { selectFrom } from "../select-from.ts";
import type { Database } from "./database.ts";

export function createSqliteSeenToolReader(db: Database): SeenToolReader {
  const all = db.prepare<SeenToolRow>(
    selectFrom("seen_tools", SEEN_TOOL_COLUMNS, "order by tool_id"),
  );
  return {
    async list() {
      return all.all().map(decodeSeenTool);
    },
  };
}
