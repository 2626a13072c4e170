import { widthOf } from "./display-width.ts";
import { type Line, type Piece, styled, textOf, withText } from "./line.ts";
import { shortIds } from "./short-ids.ts";
import { visible } from "./visible.ts";
import { wrapLine } from "./wrap-line.ts";

const GAP = "  ";
/** What stands below the rest of its row. */
const BELOW = "    ";
/** The least width of a last column. With less it stands below its row. */
const LEAST_LAST = 30;

type Row = readonly Piece[];

/** Rows of cells as lines; every column is as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  return aligned(rows, widthsOf(rows)).map((row) => row.map(textOf).join("").trimEnd());
}

/** A list under its header, and how many there are when not all are shown. */
export function listing(
  header: readonly string[],
  rows: readonly Row[],
  total: number,
  width: number | undefined,
): Line[] {
  if (rows.length === 0) return [total === 0 ? "None." : `None of ${total} here.`];
  const lines = table(
    header.map((name) => styled("bold", name)),
    rows,
    width,
  );
  return rows.length < total ? [...lines, `${rows.length} of ${total} shown.`] : lines;
}

/**
 * As a table for a pipe, whole. In a terminal nothing is cut: the last column is wrapped, stands
 * below its row where it would be narrow, and a row that still does not fit is wrapped itself.
 */
function table(header: Row, rows: readonly Row[], width: number | undefined): Line[] {
  if (width === undefined) return whole([header, ...rows]);
  const short = rows.map((row) => row.map((cell) => withText(cell, shortIds(textOf(cell)))));
  const widths = widthsOf([header, ...short]);
  const before = sum(widths.slice(0, -1)) + GAP.length * (widths.length - 1);
  const room = width - before;
  if (room >= Math.min(LEAST_LAST, widths.at(-1) ?? 0)) {
    return [header, ...short].flatMap((row) => withWrappedLast(row, widths, room));
  }
  if (before - GAP.length <= width) {
    const heads = aligned([header, ...short].map(withoutLast), widths);
    return heads.flatMap((head, at) => [head, ...below(short[at - 1]?.at(-1), width)]);
  }
  return short.flatMap((row) => {
    const cells = withoutLast(row).filter((cell) => textOf(cell) !== "-");
    const [first = [], ...others] = wrapLine(joined(cells), width - BELOW.length, 0);
    return [first, ...others.map(indented), ...below(row.at(-1), width)];
  });
}

function whole(rows: readonly Row[]): Line[] {
  return aligned(rows, widthsOf(rows));
}

function withWrappedLast(row: Row, widths: readonly number[], room: number): Line[] {
  const [line = []] = aligned([[...withoutLast(row), ""]], widths);
  const [first = [], ...others] = wrapLine([row.at(-1) ?? ""], room);
  const margin = " ".repeat(widthOf(line.map(textOf).join("")));
  return [[...line, ...first], ...others.map((other) => [margin, ...other])];
}

function below(cell: Piece | undefined, width: number): Line[] {
  if (cell === undefined || textOf(cell) === "") return [];
  return wrapLine([cell], width - BELOW.length).map(indented);
}

function indented(line: Line): Line {
  return [BELOW, ...line];
}

function joined(cells: Row): Row {
  return cells.flatMap((cell, at) => (at === 0 ? [cell] : [GAP, cell]));
}

function withoutLast(row: Row): Row {
  return row.slice(0, -1);
}

function aligned(rows: readonly Row[], widths: readonly number[]): Row[] {
  return rows.map((row) =>
    row.flatMap((cell, at) => {
      const text = visible(textOf(cell));
      const padding = " ".repeat(Math.max(0, (widths[at] ?? 0) - widthOf(text)));
      return [withText(cell, text), at === row.length - 1 ? "" : padding + GAP];
    }),
  );
}

/** Measured as it will be shown: what is hidden in a text is longer then. */
function widthsOf(rows: readonly Row[]): number[] {
  const widest: number[] = [];
  for (const row of rows) {
    row.forEach((cell, at) => {
      widest[at] = Math.max(widest[at] ?? 0, widthOf(visible(textOf(cell))));
    });
  }
  return widest;
}

function sum(widths: readonly number[]): number {
  return widths.reduce((all, one) => all + one, 0);
}
