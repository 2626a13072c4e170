import { cutTo, widthOf } from "./display-width.ts";
import { fitWidths } from "./fit-widths.ts";
import { type Line, type Piece, styled, textOf } from "./line.ts";
import { visible } from "./visible.ts";

const GAP = "  ";

/** Rows of cells as lines; every column is as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  return table(rows, undefined).map((row) => row.map(textOf).join("").trimEnd());
}

/** A list under its header, and how many there are when not all are shown. */
export function listing(
  header: readonly string[],
  rows: readonly (readonly Piece[])[],
  total: number,
  width: number | undefined,
): Line[] {
  if (rows.length === 0) return [total === 0 ? "None." : `None of ${total} here.`];
  const lines = table([header.map((name) => styled("bold", name)), ...rows], width);
  return rows.length < total ? [...lines, `${rows.length} of ${total} shown.`] : lines;
}

/** Not wider than the terminal: what is long gives way, the end of a row first. */
function table(rows: readonly (readonly Piece[])[], width: number | undefined): Piece[][] {
  // Measured as it will be shown: what is hidden in a text is longer then.
  const cells = rows.map((row) => row.map((cell) => withText(cell, visible(textOf(cell)))));
  const widest: number[] = [];
  for (const row of cells) {
    row.forEach((cell, index) => {
      widest[index] = Math.max(widest[index] ?? 0, widthOf(textOf(cell)));
    });
  }
  const widths = width === undefined ? widest : fitWidths(widest, width, GAP.length);
  return cells.map((row) =>
    row.flatMap((cell, index) => {
      const text = cutTo(textOf(cell), widths[index] ?? 0);
      const padding = " ".repeat(Math.max(0, (widths[index] ?? 0) - widthOf(text)));
      return [withText(cell, text), index === row.length - 1 ? "" : padding + GAP];
    }),
  );
}

function withText(cell: Piece, text: string): Piece {
  return typeof cell === "string" ? text : { ...cell, text };
}
