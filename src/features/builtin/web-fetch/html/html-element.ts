import type { Attributes } from "./read-attributes.ts";

export type HtmlNode = string | HtmlElement;

export type HtmlElement = {
  /** In lower case. */
  readonly name: string;
  readonly attributes: Attributes;
  readonly parent: HtmlElement | null;
  readonly children: HtmlNode[];
  readonly depth: number;
  /** Somewhere inside is an element that begins a new line. */
  holdsBlock: boolean;
  holdsTable: boolean;
};

/** Elements that begin a new line. */
export const BLOCKS: ReadonlySet<string> = new Set([
  ...["address", "article", "aside", "blockquote", "caption", "center", "dd", "details", "dialog"],
  ...["dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2"],
  ...[
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "legend",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
  ],
  ...["optgroup", "option", "p", "pre", "search", "section", "summary", "table", "tbody", "td"],
  ...["tfoot", "th", "thead", "tr", "ul"],
]);

export function isElement(node: HtmlNode): node is HtmlElement {
  return typeof node !== "string";
}
