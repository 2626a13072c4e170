import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";
import { cutLine, oneLine } from "../../../base/one-line.ts";

/** The author that front matter names, in one line; undefined where it names none. */
export function authorIn(fields: JsonObject): string | undefined {
  return lineOf(fields.author) || lineOf(fieldIn(fields.metadata, "author")) || undefined;
}

const VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;

/** The version that front matter has; undefined where it has none that is one. */
export function versionIn(fields: JsonObject): string | undefined {
  const given = [fields.version, fieldIn(fields.metadata, "version")];
  return given.find((one): one is string => typeof one === "string" && VERSION.test(one));
}

function fieldIn(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function lineOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? cutLine(oneLine(value), 200) : "";
}
