import type { JsonValue } from "../../base/json.ts";
import { cutLine, oneLine } from "../../base/one-line.ts";

const MAX_LISTED = 100;

export function textsIn(value: JsonValue | undefined): string[] {
  const all = Array.isArray(value) ? value.slice(0, MAX_LISTED) : [];
  return all.map((one) => shown(one, 200)).filter((text) => text !== "");
}

/** Somebody else's text as one bounded line; empty for what is no text. */
export function shown(value: JsonValue | undefined, most: number): string {
  return typeof value === "string" ? cutLine(oneLine(value), most) : "";
}
