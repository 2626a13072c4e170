import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { stripHidden } from "../../base/strip-hidden.ts";

type Stripped = { readonly schema: JsonObject; readonly hidden: boolean };

/** A schema is read by a model as well: what a person would not see in its texts is taken out. */
export function stripSchema(schema: JsonObject): Stripped {
  let hidden = false;
  const text = (value: string) => {
    const clean = stripHidden(value);
    hidden ||= clean !== value;
    return clean;
  };
  const walk = (value: JsonValue): JsonValue => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(walk);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), walk(item)]));
  };
  const clean = walk(schema) as JsonObject;
  return { schema: { ...clean, type: "object" }, hidden };
}
