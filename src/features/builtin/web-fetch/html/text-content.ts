import { type HtmlElement, isElement } from "./html-element.ts";
import type { Rendering } from "./rendering.ts";

/** All text inside that is shown, as it is written; in code a `<br>` is a line's end. */
export function textContent(
  { children }: HtmlElement,
  { shows }: Pick<Rendering, "shows">,
): string {
  return children
    .map((child) => {
      if (!isElement(child)) return child;
      if (child.name === "br") return "\n";
      return shows(child) ? textContent(child, { shows }) : "";
    })
    .join("");
}
