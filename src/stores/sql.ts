/** What both databases take as a value. Booleans are for SQL itself: SQLite has none. */
export type SqlValue = string | number | null | Uint8Array;

export type Dialect = "sqlite" | "postgres";

/** For SQL of which a piece differs. */
export type PerDialect<T = string> = Readonly<Record<Dialect, T>>;

/** `rest` is whatever follows the table. */
export function selectFrom(table: string, columns: readonly string[], rest: string): string {
  return `select ${columns.join(", ")} from ${table} ${rest}`;
}

/** Values are written $1, $2 and so on, which in SQLite would be names. */
export function numbered(sql: string): string {
  return sql.replace(/\$(\d+)/g, "?$1");
}
