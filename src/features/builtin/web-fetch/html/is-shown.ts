import type { HtmlElement } from "./html-element.ts";

/** Navigation, controls, and what is not text. */
const DROPPED: ReadonlySet<string> = new Set([
  ...["area", "audio", "base", "button", "canvas", "col", "colgroup", "datalist", "embed", "form"],
  ...["frame", "input", "link", "map", "meta", "meter", "nav", "object", "param", "progress"],
  ...["select", "source", "svg", "template", "track", "video", "annotation", "rp"],
]);

const DROPPED_ROLES: ReadonlySet<string> = new Set(["navigation", "search", "menu", "menubar"]);

/** Text that people cannot see is where a page talks to models behind their back. */
const HIDDEN_STYLE =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:opacity|font-size)\s*:\s*0(?:\.0+)?(?:px|em|rem|pt|%)?\s*(?:[;!]|$))/i;

export function isShown(element: HtmlElement, wideForms: ReadonlySet<HtmlElement>): boolean {
  const { name, attributes } = element;
  if (DROPPED.has(name) && !wideForms.has(element)) return false;
  if (attributes.size === 0) return name !== "dialog";
  if (name === "dialog" && !attributes.has("open")) return false;
  if (attributes.has("hidden") || attributes.get("aria-hidden")?.toLowerCase() === "true")
    return false;
  if (DROPPED_ROLES.has(attributes.get("role")?.toLowerCase() ?? "")) return false;
  return !HIDDEN_STYLE.test(attributes.get("style") ?? "");
}
