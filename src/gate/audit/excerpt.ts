import { isJsonObject, type JsonValue } from "../../base/json.ts";
import type { Redactor } from "../../base/redaction/redactor.ts";
import { clipHuge } from "./clip-huge.ts";

const MAX_TEXT = 1_000;
const HEAD = 600;
const TAIL = 200;
const MAX_ITEMS = 50;

/**
 * A value as a record may show it, which is redacted when it is stored. What is clipped is redacted
 * before: half of a secret is not known for one.
 */
export function excerpt(redactor: Pick<Redactor, "redact">, value: JsonValue): JsonValue {
  return isShort(value) ? value : clip(redactor.redact(clipHuge(redactor, value)));
}

/** The value for a log: long texts and lists keep their ends, and say how much was left out. */
function clip(value: JsonValue): JsonValue {
  if (typeof value === "string") return value.length > MAX_TEXT ? clipText(value) : value;
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map(clip);
    const more = value.length - items.length;
    return more > 0 ? [...items, `…[${more} more items]…`] : items;
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  const clipped = entries.slice(0, MAX_ITEMS).map(([key, item]) => [clipKey(key), clip(item)]);
  const more = entries.length - clipped.length;
  return Object.fromEntries(more > 0 ? [...clipped, ["…", `${more} more fields`]] : clipped);
}

function isShort(value: JsonValue): boolean {
  if (typeof value === "string") return value.length <= MAX_TEXT;
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.length <= MAX_ITEMS && value.every(isShort);
  const keys = Object.keys(value);
  return (
    keys.length <= MAX_ITEMS && keys.every((key) => isShort(key) && isShort(value[key] ?? null))
  );
}

function clipKey(key: string): string {
  return key.length > MAX_TEXT ? clipText(key) : key;
}

function clipText(text: string): string {
  const left = text.length - HEAD - TAIL;
  return `${text.slice(0, HEAD)}…[${left} more characters]…${text.slice(-TAIL)}`;
}
