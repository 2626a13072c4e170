import type { CustomReader } from "../../ports/custom-reader.ts";
import { CUSTOM_COLUMNS, type CustomRow, decodeCustom } from "../custom-row.ts";
import { selectFrom } from "../select-from.ts";
import type { Database } from "./database.ts";

export function createSqliteCustomReader(db: Database): CustomReader {
  const all = db.prepare<CustomRow>(
    selectFrom("custom_capabilities", CUSTOM_COLUMNS, "order by id"),
  );
  return {
    async list() {
      return all.all().map(decodeCustom);
    },
  };
}
