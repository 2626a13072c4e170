import type { JsonValue } from "../../../base/json.ts";

/** What a recogniser can tell of a piece of text without knowing any tool. */
export type ValueKind =
  | "age"
  | "code"
  | "date"
  | "duration"
  | "email"
  | "filetype"
  | "glob"
  | "expression"
  | "host"
  | "item"
  | "money"
  | "name"
  | "number"
  | "path"
  | "place"
  | "quoted"
  | "reference"
  | "size"
  | "text"
  | "url"
  | "zone";

export type Value = {
  readonly kind: ValueKind;
  readonly value: JsonValue;
  readonly start: number;
  readonly end: number;
  /** Of a date: the time of day as well; of a limit: its side; of a path: what is known of it. */
  readonly detail?: string;
  /** Several files that one word stands for. */
  readonly each?: readonly string[];
};

export function overlaps(
  a: { readonly start: number; readonly end: number },
  b: { readonly start: number; readonly end: number },
): boolean {
  return a.start < b.end && b.start < a.end;
}
