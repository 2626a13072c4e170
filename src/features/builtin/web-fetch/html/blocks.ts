import { codeBlock } from "./code-block.ts";
import { BLOCKS, type HtmlElement, type HtmlNode, isElement } from "./html-element.ts";
import { inline } from "./inline.ts";
import { list } from "./list.ts";
import type { Rendering } from "./rendering.ts";
import { captionOf, looseContent, table } from "./table.ts";

export type Block = { readonly text: string; readonly isList: boolean };

/** Every level indents all that is inside it: without an end, lines would grow without one. */
const MAX_LEVEL = 6;

const LISTS: ReadonlySet<string> = new Set(["ul", "ol", "menu", "dir"]);
const TITLES: ReadonlySet<string> = new Set(["dt", "summary", "legend", "caption"]);
const HEADING = /^h([1-6])$/;

/** The blocks of a page, in order: paragraphs, headings, lists, tables, code. */
export function blocks(rendering: Rendering, nodes: readonly HtmlNode[], level = 0): Block[] {
  const out: Block[] = [];
  writeAll(rendering, nodes, level, out);
  return out;
}

function writeAll(
  rendering: Rendering,
  nodes: readonly HtmlNode[],
  level: number,
  out: Block[],
): void {
  let run: HtmlNode[] = [];
  const flush = () => {
    if (run.length > 0) add(out, rendering.dialect.paragraph(inline(rendering, run)));
    run = [];
  };
  for (const node of nodes) {
    if (!isElement(node) || isInline(node)) run.push(node);
    else if (node.name === "a") {
      // A link around blocks, such as a card, is one link and stands alone.
      flush();
      run.push(node);
      flush();
    } else if (rendering.shows(node)) {
      flush();
      write(rendering, node, level, out);
    }
  }
  flush();
}

function write(rendering: Rendering, element: HtmlElement, level: number, out: Block[]): void {
  const { dialect } = rendering;
  const { name, children } = element;
  const heading = HEADING.exec(name)?.[1];
  if (heading) {
    const text = inline(rendering, children, " ");
    if (text !== "") add(out, dialect.heading(Number(heading), text));
  } else if (TITLES.has(name)) {
    const text = inline(rendering, children, " ");
    if (text !== "") add(out, dialect.strong(text));
  } else if (name === "pre") add(out, codeBlock(rendering, element));
  else if (name === "hr") add(out, dialect.rule);
  else if (name === "table") writeTable(rendering, element, level, out);
  else if (level < MAX_LEVEL && LISTS.has(name)) {
    const text = list(rendering, element, (nodes) => blocks(rendering, nodes, level + 1));
    if (text !== "") out.push({ text, isList: true });
  } else if (level < MAX_LEVEL && name === "blockquote") {
    const inside = blocks(rendering, children, level + 1).map(({ text }) => text);
    if (inside.length > 0) add(out, dialect.quote(inside.join("\n\n")));
  } else writeAll(rendering, children, level, out);
}

function writeTable(rendering: Rendering, element: HtmlElement, level: number, out: Block[]): void {
  const text = table(rendering, element);
  if (text === undefined) {
    writeAll(rendering, element.children, level, out);
    return;
  }
  writeAll(rendering, looseContent(rendering, element), level, out);
  const caption = captionOf(element);
  if (caption) write(rendering, caption, level, out);
  add(out, text);
}

function isInline({ name, holdsBlock }: HtmlElement): boolean {
  return !BLOCKS.has(name) && !holdsBlock;
}

function add(out: Block[], text: string): void {
  if (text !== "") out.push({ text, isList: false });
}
