import type { SystemReader } from "../../ports/system-reader.ts";
import type { Halt } from "../../schema/halt.ts";
import type { Database } from "./database.ts";

export function createSqliteSystemReader(db: Database): SystemReader {
  const halt = db.prepare<Halt>(`select set_by as "by", reason, since from halt where id = 1`);
  const note = db.prepare<{ value: string }>("select value from notes where name = ?");

  return {
    async halt() {
      const row = halt.get();
      return row && { ...row };
    },
    async note(name) {
      return note.get(name)?.value;
    },
  };
}
