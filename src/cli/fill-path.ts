import { CapstanError } from "../base/errors.ts";

/**
 * The path of a route with every value encoded. Dots alone are refused: URL parsers resolve them,
 * even when encoded, and the request would reach another endpoint than the one that is meant.
 */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)(\{\.\+\})?/g, (_, name: string, isDeep?: string) => {
    const value = params[name] ?? "";
    if (!isDeep) return encoded(value, "an id");
    return value
      .replace(/^\/+/, "")
      .split("/")
      .map((part) => encoded(part, "a part of a path"))
      .join("/");
  });
}

function encoded(value: string, what: string): string {
  if (/^\.{0,2}$/.test(value)) {
    throw new CapstanError("REQUEST_INVALID", `"${value}" is not ${what}.`);
  }
  return encodeURIComponent(value);
}
