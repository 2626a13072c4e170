import { visible } from "./visible.ts";

/** Rows of cells as lines; every column is as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(visible));
  const widths: number[] = [];
  for (const row of cells) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    });
  }
  return cells.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** A list under its header, and how many there are when not all are shown. */
export function listing(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  total: number,
): string[] {
  if (rows.length === 0) return [total === 0 ? "None." : `None of ${total} here.`];
  const lines = columns([header, ...rows]);
  return rows.length < total ? [...lines, `${rows.length} of ${total} shown.`] : lines;
}
