import { parseDocument } from "yaml";
import { isJsonObject, type JsonObject } from "../../../base/json.ts";

/** As much as could be read, and what is wrong with the rest. */
export type ReadYaml = { readonly fields: JsonObject; readonly problem?: string };

/** Aliases that name large parts again and again would make a giant out of a page. */
const MAX_ALIASES = 50;
const MAX_DEPTH = 100;

/**
 * A YAML document of somebody else's whose value has keys. It never throws. `twice`: a key may be there
 * more than once, and the last one counts; otherwise that is a problem, because others read the first.
 */
export function readYaml(text: string, { twice }: { readonly twice: boolean }): ReadYaml {
  if (isTooDeep(text)) return { fields: {}, problem: "it is nested too deep" };
  try {
    // Aliases that do not resolve are no error until the value is made.
    const document = parseDocument(text, {
      strict: false,
      uniqueKeys: !twice,
      prettyErrors: false,
      // Otherwise a document could write to the log.
      logLevel: "error",
    });
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    const fields = isJsonObject(value) ? plain(value) : {};
    const [error] = document.errors;
    if (error) return { fields, problem: oneLine(error.message) };
    return isJsonObject(value) ? { fields } : { fields, problem: "it has no keys" };
  } catch (error) {
    return { fields: {}, problem: oneLine(error instanceof Error ? error.message : "unreadable") };
  }
}

/** Measured: 10,000 braces in each other take the parser seconds, and so do dashes. */
function isTooDeep(text: string): boolean {
  if (new RegExp(`^[ \\t]*(?:[-?][ \\t]+){${MAX_DEPTH}}`, "m").test(text)) return true;
  let depth = 0;
  for (const character of text) {
    if (character === "[" || character === "{") depth += 1;
    else if ((character === "]" || character === "}") && depth > 0) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Own fields only, and nothing that is no JSON, such as a key that is an object. */
function plain(value: object): JsonObject {
  const copy: JsonObject = JSON.parse(JSON.stringify(value));
  return Object.fromEntries(Object.entries(copy).filter(([key]) => key !== "__proto__"));
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").replace(/\.$/, "").slice(0, 200);
}
