import { BREAK, collapsed } from "./clean-text.ts";
import type { Dialect } from "./dialect.ts";
import { BLOCKS, type HtmlElement, type HtmlNode, isElement } from "./html-element.ts";
import type { Rendering } from "./rendering.ts";
import { textContent } from "./text-content.ts";

type Mark = { readonly bit: number; readonly kind: "strong" | "emphasis" | "strike" };

const STRONG: Mark = { bit: 1, kind: "strong" };
const EMPHASIS: Mark = { bit: 2, kind: "emphasis" };
const STRIKE: Mark = { bit: 4, kind: "strike" };
const LINK_BIT = 8;

const MARKS: ReadonlyMap<string, Mark> = new Map([
  ["b", STRONG],
  ["strong", STRONG],
  ["em", EMPHASIS],
  ["i", EMPHASIS],
  ["del", STRIKE],
  ["s", STRIKE],
  ["strike", STRIKE],
]);

const CODE: ReadonlySet<string> = new Set(["code", "kbd", "samp", "tt"]);

/** Signs with which headings link to themselves. */
const ANCHOR_SIGN = /^[#¶§🔗]?$/u;

/** Text on one line, with its marks; blocks inside it are parted by line breaks. */
export function inline(
  rendering: Rendering,
  nodes: readonly HtmlNode[],
  lineBreak = rendering.dialect.lineBreak,
): string {
  const parts: string[] = [];
  for (const node of nodes) write(node, rendering, 0, parts);
  return tidy(parts.join(""), lineBreak);
}

function write(
  node: HtmlNode,
  rendering: Rendering,
  /** The marks and links around, as bits: none is put inside itself. */
  within: number,
  parts: string[],
): void {
  const { dialect, shows } = rendering;
  if (!isElement(node)) {
    parts.push(dialect.escape(collapsed(node)));
    return;
  }
  if (!shows(node)) return;
  const { name, children } = node;
  const mark = MARKS.get(name);
  if (name === "br") parts.push(BREAK);
  else if (name === "img") parts.push(image(node, rendering));
  else if (CODE.has(name)) parts.push(code(node, rendering));
  else if (mark && (within & mark.bit) === 0) {
    parts.push(marked(dialect[mark.kind], inside(node, rendering, within | mark.bit)));
  } else if (name === "a" && (within & LINK_BIT) === 0) {
    parts.push(link(node, rendering, inside(node, rendering, within | LINK_BIT)));
  } else {
    const edge = BLOCKS.has(name) ? BREAK : name === "q" ? '"' : "";
    parts.push(edge);
    for (const child of children) write(child, rendering, within, parts);
    parts.push(edge);
  }
}

function inside({ children }: HtmlElement, rendering: Rendering, within: number): string {
  const parts: string[] = [];
  for (const child of children) write(child, rendering, within, parts);
  return parts.join("");
}

function marked(wrap: Dialect[Mark["kind"]], content: string): string {
  const text = oneLine(content);
  if (text === "") return content === "" ? "" : " ";
  // Marks do not count next to a space: ** bold ** is not bold.
  return `${lead(content)}${wrap(text)}${tail(content)}`;
}

function code(node: HtmlElement, rendering: Rendering): string {
  const text = collapsed(textContent(node, rendering)).trim();
  return text === "" ? "" : rendering.dialect.code(text);
}

function link(
  { attributes }: HtmlElement,
  { dialect, resolve }: Rendering,
  content: string,
): string {
  const href = attributes.get("href");
  const text = oneLine(content);
  // A place on the same page is nothing to fetch.
  if (href?.startsWith("#")) return ANCHOR_SIGN.test(text) ? "" : content;
  const url = resolve(href);
  if (url === undefined || text === "") return content;
  return `${lead(content)}${dialect.link(text, url)}${tail(content)}`;
}

function image({ attributes }: HtmlElement, { dialect, resolve }: Rendering): string {
  const alt = attributes.get("alt");
  // An empty text says that the picture is an ornament.
  if (alt?.trim() === "") return "";
  const label = dialect.escape(collapsed(alt ?? "").trim());
  const url = resolve(attributes.get("src")) ?? resolve(attributes.get("data-src"));
  return url === undefined ? label : dialect.image(label, url);
}

function lead(content: string): string {
  return /^\s/.test(content) ? " " : "";
}

function tail(content: string): string {
  return /\s$/.test(content) ? " " : "";
}

function oneLine(content: string): string {
  return content.replaceAll(BREAK, " ").replace(/ {2,}/g, " ").trim();
}

function tidy(text: string, lineBreak: string): string {
  if (!text.includes(BREAK)) return text.replace(/ {2,}/g, " ").trim();
  const lines = text
    .replace(/ {2,}/g, " ")
    .split(BREAK)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.join(lineBreak);
}
