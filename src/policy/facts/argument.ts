import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";

/** Keys by which JSON for Cedar says that a value is an entity or the call of a function. */
const ESCAPES = ["__entity", "__extn", "__expr"];

/** Whether the name of an argument has such a key in it. None is ever told to Cedar (A114). */
export function hasEscape(name: string): boolean {
  return name.split(".").some((key) => ESCAPES.includes(key));
}

/** An argument by its dotted name: its values, which are several where the name is ambiguous. */
export function valuesOf(inputs: JsonObject, name: string): JsonValue[] {
  const values = Object.hasOwn(inputs, name) ? [inputs[name] ?? null] : [];
  // `a.b` is the key "b" in "a", and also the key "a.b".
  for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
    const head = name.slice(0, dot);
    const inner = Object.hasOwn(inputs, head) ? inputs[head] : null;
    if (isJsonObject(inner)) values.push(...valuesOf(inner, name.slice(dot + 1)));
  }
  return values;
}

/** As Cedar can type it: a string, a whole number or a boolean. */
export function scalarOf(value: string | number | boolean): string | number | boolean {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "number") return value;
  // -0 is 0 to whoever wrote the rule.
  if (value === 0) return 0;
  return Number.isSafeInteger(value) ? value : String(value);
}
