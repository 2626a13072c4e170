import type { Value } from "./value.ts";

/** A quote that opens stands after a space, so that an apostrophe opens none. */
const QUOTED =
  /(?<![\p{L}\p{N}])(?:"([^"]+)"|“([^”]+)”|„([^“”]+)[“”]|«([^»]+)»|`([^`]+)`|'([^'\n]+(?:'[\p{L}][^'\n]*)*)'|‘([^’]+)’)(?![\p{L}\p{N}])/gu;

/** Text in quotation marks: said as it is, and never an order. */
export function recogniseQuoted(text: string): Value[] {
  return [...text.matchAll(QUOTED)].map((found) => ({
    kind: "quoted",
    value: found.slice(1).find((part) => part !== undefined) ?? "",
    start: found.index,
    end: found.index + found[0].length,
  }));
}
