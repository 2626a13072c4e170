import { CapstanError } from "../base/errors.ts";

/**
 * A request path with every value encoded. Dots alone are refused: URL parsers resolve them, even
 * when encoded, and the request would reach another endpoint than the one that is written here.
 */
export function path(texts: TemplateStringsArray, ...values: readonly string[]): string {
  return texts.reduce((written, text, index) => {
    const value = values[index - 1] ?? "";
    if (/^\.{0,2}$/.test(value)) {
      throw new CapstanError("REQUEST_INVALID", `"${value}" is not an id.`);
    }
    return `${written}${encodeURIComponent(value)}${text}`;
  });
}
