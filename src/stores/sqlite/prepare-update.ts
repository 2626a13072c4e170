import type { Database, SqlValue } from "./database.ts";
import { requireChanged } from "./require-changed.ts";

type UpdateShape<Column> = {
  readonly table: string;
  readonly columns: readonly Column[];
  readonly key: Column;
  /** The columns that must still be as their writer read them. */
  readonly expect: readonly Column[];
};

/** Replaces the row that is still as expected; STATE_CONFLICT when there is none. */
export function prepareUpdate<Column extends string>(
  db: Database,
  { table, columns, key, expect }: UpdateShape<Column>,
): (row: Readonly<Record<Column, SqlValue>>, expected: readonly SqlValue[]) => void {
  const changed = columns.filter((column) => column !== key);
  const assignments = changed.map((column) => `${column} = ?`).join(", ");
  const conditions = [key, ...expect].map((column) => `${column} = ?`).join(" and ");
  const update = db.prepare(`update ${table} set ${assignments} where ${conditions}`);

  return (row, expected) => {
    const values = changed.map((column) => row[column]);
    requireChanged(update.run(...values, row[key], ...expected), `${row[key]}`);
  };
}
