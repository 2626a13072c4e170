import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { cutLine, oneLine } from "../../base/one-line.ts";
import { skillInvalid } from "./skill-errors.ts";

const MOST_LISTED = 200;

/** The values of front matter, each by what it must be. What is enforced and wrong refuses the skill. */
export function createValues(fields: JsonObject, warn: (warning: string) => void) {
  const has = (key: string) =>
    Object.hasOwn(fields, key) && fields[key] !== null && fields[key] !== undefined;
  const refuse = (key: string, must: string): never => {
    throw skillInvalid(`"${key}" ${must}.`, { field: key });
  };
  return {
    has,
    integer(key: string, fallback: number, { least, most }: { least: number; most: number }) {
      if (!has(key)) return fallback;
      const value = fields[key];
      if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most) {
        return refuse(key, `must be a whole number from ${least} to ${most}`);
      }
      return value;
    },
    flag(key: string, fallback: boolean): boolean {
      if (!has(key)) return fallback;
      const value = fields[key];
      return typeof value === "boolean" ? value : refuse(key, "must be true or false");
    },
    /** One of these, in either case. */
    oneOf<T extends string>(key: string, allowed: readonly T[], fallback: T): T {
      if (!has(key)) return fallback;
      const found = allowed.find((one) => one.toLowerCase() === String(fields[key]).toLowerCase());
      return found ?? refuse(key, `must be one of ${allowed.join(", ")}`);
    },
    /** Texts; what is none is left out and told. */
    texts(key: string): string[] {
      if (!has(key)) return [];
      const value = fields[key];
      const listed = Array.isArray(value) ? value : [value];
      const texts = listed.filter((one): one is string => typeof one === "string");
      if (texts.length < listed.length) warn(`"${key}" has entries that are no texts.`);
      return texts.slice(0, MOST_LISTED).map((text) => shown(text));
    },
    objects(key: string): JsonObject[] {
      if (!has(key)) return [];
      const value = fields[key];
      if (!Array.isArray(value)) return refuse(key, "must be a list");
      return value
        .slice(0, MOST_LISTED)
        .map((one) => (isJsonObject(one) ? one : refuse(key, "must be a list of objects")));
    },
    object(key: string): JsonObject | undefined {
      if (!has(key)) return undefined;
      const value = fields[key];
      return isJsonObject(value) ? value : refuse(key, "must be an object");
    },
  };
}

export function shown(value: JsonValue | undefined, most = 200): string {
  return typeof value === "string" ? cutLine(oneLine(value), most) : "";
}
