import type { JsonObject } from "../api/json.ts";

/** A box that nobody ticked, and that was not there before, says nothing. */
export function withoutAdded(value: JsonObject, before: JsonObject): JsonObject {
  const kept = Object.entries(value).filter(
    ([name, member]) => member !== false || Object.hasOwn(before, name),
  );
  return Object.fromEntries(kept);
}
