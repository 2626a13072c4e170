/** `rest` is whatever follows the table. */
export function selectFrom(table: string, columns: readonly string[], rest: string): string {
  return `select ${columns.join(", ")} from ${table} ${rest}`;
}
