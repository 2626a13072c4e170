import type { JsonValue } from "../../base/json.ts";
import { cutLine, oneLine } from "../../base/one-line.ts";

/** Somebody else's text as one bounded line; empty for what is no text. */
export function shownText(value: JsonValue | undefined, most = 2_000): string {
  return typeof value === "string" ? cutLine(oneLine(value), most) : "";
}
