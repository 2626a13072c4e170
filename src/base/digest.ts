import { hash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";
import type { JsonValue } from "./json.ts";

/** `sha256:<hex>` over the canonical form: equal values, equal digests. */
export function digest(value: JsonValue): string {
  return `sha256:${sha256(canonicalJson(value))}`;
}

export function sha256(text: string): string {
  return hash("sha256", text, "hex");
}
