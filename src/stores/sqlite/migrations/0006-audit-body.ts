import type { Migration } from "../migrate.ts";

/**
 * What a record says stands in its body alone. As columns that are computed from it, SQLite computed
 * all seven for every record that was added, though nothing of them was stored: 9 of 20 µs.
 */
export const auditBody: Migration = {
  id: "0006-audit-body",
  up: ["id", "ts", "type", "actor", "session_id", "invocation_id", "tool_id"]
    .map((column) => `alter table audit drop column ${column};`)
    .join("\n"),
};
