import { type HtmlElement, type HtmlNode, isElement } from "./html-element.ts";
import { inline } from "./inline.ts";
import type { Rendering } from "./rendering.ts";

/** A page may claim any span; these keep the empty cells fewer than a few for each real one. */
const MAX_SPAN = 50;
const MAX_EMPTY_PER_CELL = 4;
const MAX_EMPTY_ANYWAY = 200;

const CONTENT: ReadonlySet<string> = new Set(["td", "th", "caption", "col", "colgroup"]);
const PARTS: ReadonlySet<string> = new Set(["thead", "tbody", "tfoot", "tr", ...CONTENT]);

/** The text of a table, or nothing when it only places things on the page. */
export function table(rendering: Rendering, element: HtmlElement): string | undefined {
  if (element.attributes.get("role") === "presentation") return undefined;
  const rows = rowsOf(element)
    .map(cellsOf)
    .filter((cells) => cells.length > 0);
  // What has a head is a table, whatever is in its cells; anything else may be there for its looks.
  if (!hasHead(rows)) {
    if (element.holdsTable || looseContent(rendering, element).length > 0) return undefined;
    if (!rows.some((cells) => cells.length > 1)) return undefined;
  }
  const { dialect } = rendering;
  const texts = spread(rows, (cell) => inline(rendering, cell.children, dialect.cellBreak));
  const columns = texts.reduce((most, cells) => Math.max(most, cells.length), 0);
  const [head = [], ...body] = texts;
  // Rows may be shorter than the head; what is longer than it would be lost.
  const padding = Array.from({ length: columns - head.length }, () => "");
  return dialect.table([[...head, ...padding], ...body]);
}

/** A first row of headings, with something below it. */
function hasHead([first = [], ...below]: readonly (readonly HtmlElement[])[]): boolean {
  if (first.length === 0 || below.length === 0) return false;
  const inHead = first.every(({ parent }) => parent?.parent?.name === "thead");
  return inHead || first.every(({ name }) => name === "th");
}

export function captionOf(element: HtmlElement): HtmlElement | undefined {
  return elementsIn(element.children).find(({ name }) => name === "caption");
}

/** Gives every cell its column: spans leave empty cells, beside and below. */
function spread(
  rows: readonly (readonly HtmlElement[])[],
  textOf: (cell: HtmlElement) => string,
): string[][] {
  const below = new Map<number, number>();
  const cellCount = rows.reduce((count, cells) => count + cells.length, 0);
  let empty = MAX_EMPTY_ANYWAY + MAX_EMPTY_PER_CELL * cellCount;
  return rows.map((cells) => {
    const row: string[] = [];
    const skipSpanned = () => {
      for (let left = below.get(row.length); left && empty > 0; left = below.get(row.length)) {
        below.set(row.length, left - 1);
        row.push("");
        empty -= 1;
      }
    };
    for (const cell of cells) {
      skipSpanned();
      const rowSpan = spanOf(cell, "rowspan");
      const from = row.length;
      const beside = Math.min(spanOf(cell, "colspan") - 1, empty);
      empty -= beside;
      row.push(textOf(cell), ...Array.from({ length: beside }, () => ""));
      if (rowSpan > 1) for (let at = from; at < row.length; at++) below.set(at, rowSpan - 1);
    }
    skipSpanned();
    return row;
  });
}

function spanOf({ attributes }: HtmlElement, name: "colspan" | "rowspan"): number {
  const span = Number.parseInt(attributes.get(name) ?? "1", 10);
  return Math.min(Math.max(span || 1, 1), MAX_SPAN);
}

function rowsOf({ children }: HtmlElement): HtmlElement[] {
  return elementsIn(children).flatMap((child) => {
    if (child.name === "tr") return [child];
    return ["thead", "tbody", "tfoot"].includes(child.name) ? rowsOf(child) : [];
  });
}

/** What stands in no cell and would be lost: browsers show it above the table. */
export function looseContent(rendering: Rendering, { children }: HtmlElement): HtmlNode[] {
  return children.flatMap((child) => {
    if (!isElement(child)) return child.trim() === "" ? [] : [child];
    if (!rendering.shows(child)) return [];
    if (!PARTS.has(child.name)) return [child];
    return CONTENT.has(child.name) ? [] : looseContent(rendering, child);
  });
}

function cellsOf({ children }: HtmlElement): HtmlElement[] {
  return elementsIn(children).filter(({ name }) => name === "td" || name === "th");
}

function elementsIn(nodes: readonly HtmlNode[]): HtmlElement[] {
  return nodes.filter(isElement);
}
