import type { JsonObject, JsonValue } from "../../base/json.ts";
import { stem } from "../../base/stem.ts";
import type { Field } from "./field.ts";
import { momentOf } from "./field-kind.ts";
import { bytesOf } from "./recognise/sizes.ts";
import type { Value } from "./recognise/value.ts";

const NAME = stem("name");

/** A recognised value as the field wants it; `undefined` when it does not fit. */
export function convertValue(
  field: Field,
  { kind, value, detail }: Value,
  matches: (pattern: string, text: string) => boolean,
): JsonValue | undefined {
  const made = convert(field, kind, value, detail);
  if (field.shape === "choice" && !field.options.includes(String(made))) return undefined;
  return made !== undefined && isAllowed(field.schema, made, matches) ? made : undefined;
}

function convert(
  { schema, unit, side, strict, files, shape, kinds, nameStems }: Field,
  kind: Value["kind"],
  value: JsonValue,
  detail: string | undefined,
): JsonValue | undefined {
  if (kind === "money" && shape === "choice") return value;
  if (kind === "path" && isFileName(nameStems, shape, value, detail)) return value;
  if (kind === "host" && kinds.has("url")) return `https://${value}`;
  if (!takes(kind, shape, kinds)) return undefined;
  const description = typeof schema.description === "string" ? schema.description : "";
  switch (kind) {
    case "duration":
      return unit === undefined ? undefined : Math.round((Number(value) / unit) * 1e6) / 1e6;
    case "date":
      return moment(momentOf({ schema, description }), String(value), detail);
    case "size":
      if (detail !== side) return undefined;
      return isText(schema) ? value : bytesOf(String(value));
    case "age":
      return detail === side ? value : undefined;
    case "path":
      if (!strict || detail === "unknown") return undefined;
      // A file of the machine and one of the session are never taken for one another.
      if (files !== undefined && files !== (detail === undefined ? "session" : "machine")) {
        return undefined;
      }
      return detail === undefined ? pathOf(String(value), description) : value;
    case "number":
      if (detail === "percent" && !isPercentage(schema, description)) return undefined;
      return schema.type === "string" ? undefined : value;
    default:
      return value;
  }
}

/** "shopping.txt" is a name too, for a field that is called one. */
function isFileName(
  nameStems: Field["nameStems"],
  shape: Field["shape"],
  value: JsonValue,
  detail: string | undefined,
): boolean {
  const isBare = detail === undefined && typeof value === "string" && !value.includes("/");
  return isBare && shape === "word" && nameStems.includes(NAME);
}

/** A field takes values of its own kinds; what stands in quotation marks is any text. */
function takes(kind: Value["kind"], shape: Field["shape"], kinds: Field["kinds"]): boolean {
  if (kinds.has(kind)) return true;
  if (kind === "text") return shape === "text";
  if (kind !== "quoted") return false;
  return shape === "text" || (shape === "word" && (kinds.has("name") || kinds.has("code")));
}

function isText({ type }: JsonObject): boolean {
  return type === "string" || (Array.isArray(type) && type.includes("string"));
}

function isPercentage({ maximum }: JsonObject, description: string): boolean {
  return maximum === 100 || /percent|%/i.test(description);
}

/** A day is no moment: nobody said at what time. */
function moment(form: string | undefined, iso: string, detail = ""): string | undefined {
  if (form === "date") return detail === "time" ? undefined : iso.slice(0, 10);
  if (form === "date-time") return detail === "day" ? undefined : iso;
  return form === "time" && detail !== "day" ? iso.slice(11) : undefined;
}

/** Relative paths become absolute where the tool says that it takes no others. */
function pathOf(path: string, description: string): string | undefined {
  if (path.startsWith("/") || !/\babsolute\b/i.test(description)) return path;
  if (path.startsWith("~") || path.split("/").includes("..")) return undefined;
  return `/${path.replace(/^\.\//, "")}`;
}

/** The limits that a schema sets to one value. The whole input is checked in the end. */
export function isAllowed(
  schema: JsonObject,
  value: JsonValue,
  matches: (pattern: string, text: string) => boolean,
): boolean {
  if (typeof value === "number") {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, type } = schema;
    if (type === "integer" && !Number.isInteger(value)) return false;
    if (typeof minimum === "number" && value < minimum) return false;
    if (typeof maximum === "number" && value > maximum) return false;
    if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) return false;
    return !(typeof exclusiveMaximum === "number" && value >= exclusiveMaximum);
  }
  if (typeof value === "string") {
    const { minLength, maxLength, pattern } = schema;
    if (typeof minLength === "number" && value.length < minLength) return false;
    if (typeof maxLength === "number" && value.length > maxLength) return false;
    return typeof pattern !== "string" || matches(pattern, value);
  }
  return true;
}
