import type { JsonObject } from "../api/json.ts";

const MOST_ROWS = 500;

/** Rows of a CSV text by the names in its first line; quotes as RFC 4180 has them. */
export function parseCsv(text: string): JsonObject[] {
  const [names = [], ...rows] = splitRows(text);
  return rows.map((row) =>
    Object.fromEntries(names.map((name, index) => [name, row[index] ?? ""])),
  );
}

function splitRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = "", end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
    if (rows.length > MOST_ROWS || end === "") break;
  }
  return rows;
}
