import { decodeEntities } from "./decode-entities.ts";
import { type Attributes, readAttributes } from "./read-attributes.ts";

export type HtmlEvents = {
  readonly text: (text: string) => void;
  readonly open: (name: string, attributes: Attributes, selfClosing: boolean) => void;
  readonly close: (name: string) => void;
};

/** What is inside these is no HTML, and nothing that a reader sees. */
const RAW: ReadonlySet<string> = new Set([
  ...["script", "style", "title", "textarea", "noscript", "iframe", "xmp", "noembed", "noframes"],
]);

/** Any other `<` is text. */
const MARKUP = /[a-zA-Z/!?]/;
const TAG_NAME = /[a-zA-Z][^\s/>]*/y;

/**
 * Follows the tokenizer of the HTML standard where pages need it. Every step moves forward, so that
 * the time is linear in the length, whatever is sent.
 */
export function tokenizeHtml(html: string, events: HtmlEvents): void {
  let at = 0;
  while (at < html.length) {
    const markup = nextMarkup(html, at);
    if (markup > at) events.text(decodeEntities(html.slice(at, markup)));
    at = markup < html.length ? readMarkup(html, markup, events) : markup;
  }
}

function nextMarkup(html: string, from: number): number {
  let at = html.indexOf("<", from);
  while (at >= 0 && !MARKUP.test(html[at + 1] ?? "")) at = html.indexOf("<", at + 1);
  return at < 0 ? html.length : at;
}

function readMarkup(html: string, at: number, events: HtmlEvents): number {
  if (html.startsWith("<!--", at)) return behindComment(html, at);
  const next = html[at + 1] ?? "";
  if (next === "!" || next === "?") return behind(html, ">", at + 2);
  if (next === "/") {
    const name = nameAt(html, at + 2);
    if (name !== "") events.close(name);
    return behind(html, ">", at + 2);
  }
  const name = nameAt(html, at + 1);
  const tag = readAttributes(html, at + 1 + name.length);
  if (!tag) return html.length;
  if (RAW.has(name)) return behindRaw(html, name, tag.next);
  events.open(name, tag.attributes, tag.selfClosing);
  return tag.next;
}

function nameAt(html: string, at: number): string {
  TAG_NAME.lastIndex = at;
  return TAG_NAME.test(html) ? html.slice(at, TAG_NAME.lastIndex).toLowerCase() : "";
}

/** `<!-->` and `<!--->` are whole comments. */
function behindComment(html: string, at: number): number {
  if (html.startsWith("<!-->", at)) return at + 5;
  if (html.startsWith("<!--->", at)) return at + 6;
  return behind(html, "-->", at + 4);
}

function behindRaw(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, "gi");
  end.lastIndex = from;
  const found = end.exec(html);
  return found ? behind(html, ">", found.index) : html.length;
}

function behind(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}
