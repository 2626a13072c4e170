import { visible } from "./clean-text.ts";
import { type HtmlElement, isElement } from "./html-element.ts";
import type { Rendering } from "./rendering.ts";
import { textContent } from "./text-content.ts";

/** `language-js`, `lang-js`, and what Sphinx and GitHub write around a block. */
const LANGUAGE =
  /(?:^|\s)(?:(?:language|lang|highlight-source|highlight)-|brush:\s?)([\w+#.]{1,20})(?=[\s;-]|$)/i;

export function codeBlock(rendering: Rendering, pre: HtmlElement): string {
  const code = visible(textContent(pre, rendering))
    .replace(/\r\n?/g, "\n")
    .replace(/^\n/, "")
    .trimEnd();
  return code.trim() === "" ? "" : rendering.dialect.codeBlock(code, languageOf(pre));
}

function languageOf(pre: HtmlElement): string {
  const inner = pre.children.find((child) => isElement(child) && child.name === "code");
  const candidates = [inner, pre, pre.parent, pre.parent?.parent];
  for (const element of candidates) {
    if (!element || !isElement(element)) continue;
    const language = LANGUAGE.exec(element.attributes.get("class") ?? "")?.[1];
    if (language) return language.toLowerCase();
  }
  return "";
}
