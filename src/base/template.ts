/** A piece of a template: literal text, or a place that a value fills. */
export type TemplatePart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "input" | "config" | "secret"; readonly name: string };

const PLACE = /\{\{([^{}]*)\}\}|\$\{secret:([A-Z][A-Z0-9_]{0,63})\}/g;
const CONFIG = "config.";

/**
 * Reads `{{input}}`, `{{config.key}}` and `${secret:NAME}`. Read once and filled part by part: what
 * a value holds is never read as a place again.
 */
export function parseTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of text.matchAll(PLACE)) {
    if (match.index > end) parts.push({ type: "text", text: text.slice(end, match.index) });
    end = match.index + match[0].length;
    parts.push(positionOf(match[1], match[2]));
  }
  if (end < text.length) parts.push({ type: "text", text: text.slice(end) });
  return parts;
}

function positionOf(inner: string | undefined, secret: string | undefined): TemplatePart {
  if (secret !== undefined) return { type: "secret", name: secret };
  const name = (inner ?? "").trim();
  return name.startsWith(CONFIG)
    ? { type: "config", name: name.slice(CONFIG.length) }
    : { type: "input", name };
}
