import { decodeEntities } from "./decode-entities.ts";

export type Attributes = ReadonlyMap<string, string>;

export type TagEnd = {
  readonly attributes: Attributes;
  readonly selfClosing: boolean;
  /** Behind the `>`. */
  readonly next: number;
};

/** The attributes that a conversion looks at; others cost nothing. */
const KEPT: ReadonlySet<string> = new Set([
  ...["href", "src", "data-src", "alt", "class", "style", "hidden", "aria-hidden", "role", "open"],
  ...["start", "colspan", "rowspan"],
]);

const NONE: Attributes = new Map();
const BETWEEN = /[\s/]*/y;
const NAME = /[^\s/>=][^\s/>=]*|=[^\s/>=]*/y;
const EQUALS = /\s*=\s*/y;
const UNQUOTED = /[^\s>]*/y;

/** Reads from behind a tag's name to its end; nothing when the text ends first. */
export function readAttributes(html: string, from: number): TagEnd | undefined {
  if (html[from] === ">") return { attributes: NONE, selfClosing: false, next: from + 1 };
  let attributes: Map<string, string> | undefined;
  let at = from;
  for (;;) {
    at += match(BETWEEN, html, at).length;
    if (at >= html.length) return undefined;
    if (html[at] === ">") {
      return { attributes: attributes ?? NONE, selfClosing: html[at - 1] === "/", next: at + 1 };
    }
    const name = match(NAME, html, at);
    at += name.length;
    const equals = match(EQUALS, html, at);
    at += equals.length;
    let value = "";
    if (equals !== "") {
      const quote = html[at];
      if (quote === '"' || quote === "'") {
        const end = html.indexOf(quote, at + 1);
        if (end < 0) return undefined;
        value = html.slice(at + 1, end);
        at = end + 1;
      } else {
        value = match(UNQUOTED, html, at);
        at += value.length;
      }
    }
    const key = name.toLowerCase();
    if (!KEPT.has(key)) continue;
    attributes ??= new Map();
    if (!attributes.has(key)) attributes.set(key, decodeEntities(value));
  }
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.test(text) ? text.slice(at, pattern.lastIndex) : "";
}
