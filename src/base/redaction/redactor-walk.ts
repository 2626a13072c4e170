import type { JsonObject, JsonValue } from "../json.ts";

export type Rewriter = {
  text(text: string): string;
  number(value: number): JsonValue;
  key(key: string): string;
  /** What stands in the place of a member's value, by its key; `undefined` to look inside it. */
  member(key: string, value: JsonValue): JsonValue | undefined;
  /** What stands in the place of something nested too deep to look into. */
  tooDeep(value: JsonValue): JsonValue;
};

const MAX_DEPTH = 100;

/** Rewrites every text in a value. What has no change in it is returned as it is, not as a copy. */
export function rewrite(value: JsonValue, rewriter: Rewriter, depth = 0): JsonValue {
  if (typeof value === "string") return rewriter.text(value);
  if (typeof value === "number") return rewriter.number(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return rewriter.tooDeep(value);
  return Array.isArray(value)
    ? rewriteArray(value, rewriter, depth + 1)
    : rewriteObject(value, rewriter, depth + 1);
}

function rewriteArray(array: JsonValue[], rewriter: Rewriter, depth: number): JsonValue[] {
  let copy: JsonValue[] | undefined;
  for (let at = 0; at < array.length; at++) {
    const before = array[at] as JsonValue;
    const after = rewrite(before, rewriter, depth);
    if (after === before) continue;
    copy ??= array.slice();
    copy[at] = after;
  }
  return copy ?? array;
}

function rewriteObject(object: JsonObject, rewriter: Rewriter, depth: number): JsonObject {
  let changed: Map<string, [key: string, value: JsonValue]> | undefined;
  for (const key of Object.keys(object)) {
    const before = object[key] as JsonValue;
    const newKey = rewriter.key(key);
    const after = rewriter.member(key, before) ?? rewrite(before, rewriter, depth);
    if (after === before && newKey === key) continue;
    changed ??= new Map();
    changed.set(key, [newKey, after]);
  }
  return changed ? withChanges(object, changed) : object;
}

/** Entries, not assignments: a key `__proto__` stays a key. */
function withChanges(
  object: JsonObject,
  changed: ReadonlyMap<string, readonly [string, JsonValue]>,
): JsonObject {
  const uses = new Map<string, number>();
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => {
      const [newKey, after] = changed.get(key) ?? [key, value];
      if (newKey === key) return [key, after];
      return [unique(newKey, uses, object), after];
    }),
  );
}

/** Keys that become the same stay apart. In front, a number belongs to nothing that was hidden. */
function unique(key: string, uses: Map<string, number>, taken: JsonObject): string {
  let use = uses.get(key) ?? 0;
  let name: string;
  do {
    use++;
    name = use === 1 ? key : `(${use}) ${key}`;
  } while (Object.hasOwn(taken, name));
  uses.set(key, use);
  return name;
}
