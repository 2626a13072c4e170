import { BLOCKS, type HtmlElement } from "./html-element.ts";
import { boundariesOf, impliedEnds } from "./implied-ends.ts";
import { createOpenElements } from "./open-elements.ts";
import type { Attributes } from "./read-attributes.ts";
import { tokenizeHtml } from "./tokenize-html.ts";

/** Deeper elements become children of one at this depth, so that walking the tree is safe. */
const MAX_DEPTH = 400;

const VOID: ReadonlySet<string> = new Set([
  ...[
    "area",
    "base",
    "br",
    "col",
    "embed",
    "hr",
    "img",
    "input",
    "link",
    "meta",
    "param",
    "source",
  ],
  ...["track", "wbr"],
]);

/** Their tags are often left out or doubled, and say nothing that a reader would miss. */
const TRANSPARENT: ReadonlySet<string> = new Set(["html", "head", "body"]);

export type HtmlPage = {
  readonly root: HtmlElement;
  /** What `<base href>` says. */
  readonly base: string | null;
  /** The forms that hold most of the page's text: some servers wrap every page in one. */
  readonly wideForms: ReadonlySet<HtmlElement>;
};

/** A tree with what browsers add to it, as far as reading it needs: linear in time. */
export function parseHtml(html: string): HtmlPage {
  const root = createElement("#root", new Map(), null);
  const open = createOpenElements(root);
  const formText = new Map<HtmlElement, number>();
  let form: HtmlElement | null = null;
  let total = 0;
  let base: string | null = null;

  tokenizeHtml(html, {
    text(text) {
      const { children } = open.current();
      children.push(text);
      total += text.length;
      if (form && open.has("form")) formText.set(form, (formText.get(form) ?? 0) + text.length);
    },
    open(name, attributes, selfClosing) {
      if (TRANSPARENT.has(name) || (name === "form" && open.has("form"))) return;
      if (name === "base") base ??= attributes.get("href") ?? null;
      for (const { ends, unless } of impliedEnds(name)) open.end(ends, unless);
      const element = append(open.current(), name, attributes);
      if (name === "form") form = element;
      if (VOID.has(name) || (selfClosing && (open.has("svg") || open.has("math")))) return;
      open.push(name, element.depth < MAX_DEPTH ? element : open.current());
    },
    close(name) {
      open.end([name], boundariesOf(name));
    },
  });
  const wide = [...formText].filter(([, length]) => length * 2 > total).map(([element]) => element);
  return { root, base, wideForms: new Set(wide) };
}

function append(parent: HtmlElement, name: string, attributes: Attributes): HtmlElement {
  const element = createElement(name, attributes, parent);
  parent.children.push(element);
  if (BLOCKS.has(name)) mark(parent, "holdsBlock");
  if (name === "table") mark(parent, "holdsTable");
  return element;
}

function mark(from: HtmlElement, flag: "holdsBlock" | "holdsTable"): void {
  for (let at: HtmlElement | null = from; at && !at[flag]; at = at.parent) at[flag] = true;
}

function createElement(
  name: string,
  attributes: Attributes,
  parent: HtmlElement | null,
): HtmlElement {
  const depth = parent ? parent.depth + 1 : 0;
  return { name, attributes, parent, children: [], depth, holdsBlock: false, holdsTable: false };
}
