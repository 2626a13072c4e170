import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";

const MARK = "x-mcp-header";
const PREFIX = "mcp-param-";
const ENCODED = /^=\?base64\?(.*)\?=$/s;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const MAX_DEPTH = 16;

/** A field of a tool's input that a request of 2026 over HTTP repeats in a header. */
type Declared = { readonly header: string; readonly path: readonly string[] };

/**
 * How the headers of a call contradict its arguments; undefined where they do not. The arguments are what is
 * judged and run: who routes by the headers must not have seen anything else.
 */
export function headerMismatch(
  schema: JsonObject,
  args: JsonObject,
  headers: Headers,
): string | undefined {
  for (const { header, path } of declaredIn(schema)) {
    const value = valueAt(args, path);
    if (value === undefined || value === null || typeof value === "object") continue;
    const sent = headers.get(PREFIX + header);
    const name = path.join(".");
    if (sent === null) return `the header Mcp-Param-${header} is missing, and "${name}" is given`;
    const decoded = decode(sent);
    if (decoded === undefined) return `the header Mcp-Param-${header} is not valid Base64`;
    if (!isSame(decoded, value)) return `the header Mcp-Param-${header} and "${name}" differ`;
  }
  return undefined;
}

function declaredIn(schema: JsonObject, path: readonly string[] = []): Declared[] {
  if (!isJsonObject(schema.properties ?? null) || path.length >= MAX_DEPTH) return [];
  return Object.entries(schema.properties as JsonObject).flatMap(([name, field]) => {
    if (!isJsonObject(field)) return [];
    const own = [...path, name];
    const header = field[MARK];
    const isName = typeof header === "string" && /^[\w!#$%&'*+.^`|~-]+$/.test(header);
    return isName ? [{ header, path: own }] : declaredIn(field, own);
  });
}

function valueAt(args: JsonObject, path: readonly string[]): JsonValue | undefined {
  let at: JsonValue | undefined = args;
  for (const name of path) {
    if (at === undefined || !isJsonObject(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
}

/** As it stands, or what it encodes; undefined for an encoding that is none. */
function decode(sent: string): string | undefined {
  const [, encoded] = ENCODED.exec(sent) ?? [];
  if (encoded === undefined) return sent;
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.toString("base64") !== encoded) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isSame(sent: string, value: string | number | boolean): boolean {
  if (typeof value === "number" && DECIMAL.test(sent)) return Number(sent) === value;
  return sent === String(value);
}
