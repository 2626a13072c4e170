import type { Block } from "./blocks.ts";
import { type HtmlElement, type HtmlNode, isElement } from "./html-element.ts";
import type { Rendering } from "./rendering.ts";

/** One item a line, what belongs to it indented below. */
export function list(
  { shows }: Rendering,
  { name, attributes, children }: HtmlElement,
  blocksOf: (nodes: readonly HtmlNode[]) => readonly Block[],
): string {
  const lines: string[] = [];
  let number = Number.parseInt(attributes.get("start") ?? "1", 10) || 1;
  for (const { item, nodes } of partsOf(children)) {
    const body = item && !shows(item) ? "" : joined(blocksOf(nodes));
    if (body === "") continue;
    const marker = name === "ol" ? `${number}. ` : "- ";
    if (item) {
      lines.push(indented(marker, body));
      number += 1;
    } else lines.push(lines.length > 0 ? indented(" ".repeat(marker.length), body) : body);
  }
  return lines.join("\n");
}

type Part = { readonly item?: HtmlElement; readonly nodes: readonly HtmlNode[] };

/** Pages put text, and whole lists, beside the items: that belongs to the item before. */
function partsOf(children: readonly HtmlNode[]): Part[] {
  const parts: Part[] = [];
  let loose: HtmlNode[] = [];
  const flush = () => {
    if (loose.length > 0) parts.push({ nodes: loose });
    loose = [];
  };
  for (const child of children) {
    if (isElement(child) && child.name === "li") {
      flush();
      parts.push({ item: child, nodes: child.children });
    } else if (isElement(child) || child.trim() !== "") loose.push(child);
  }
  flush();
  return parts;
}

function joined(blocks: readonly Block[]): string {
  return blocks.reduce((text, block) => {
    if (text === "") return block.text;
    return `${text}${block.isList ? "\n" : "\n\n"}${block.text}`;
  }, "");
}

function indented(marker: string, text: string): string {
  return marker + text.replace(/\n(?!\n)/g, `\n${" ".repeat(marker.length)}`);
}
