import { CapstanError } from "../base/errors.ts";

/**
 * The path of a route with every value encoded. Dots alone are refused: URL parsers resolve them,
 * even when encoded, and the request would reach another endpoint than the one that is meant.
 */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name] ?? "";
    if (/^\.{0,2}$/.test(value)) {
      throw new CapstanError("REQUEST_INVALID", `"${value}" is not an id.`);
    }
    return encodeURIComponent(value);
  });
}
