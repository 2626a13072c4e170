import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { ActionUnderTest } from "./agent-under-test.ts";

/** A call that the author of an agent wants tried, and what must come of it. */
export type TestCase = {
  readonly action: string;
  /** With `{folder}`, `{workspace}` and `{outside}` where paths go. */
  readonly params: JsonObject;
  readonly expect: {
    readonly error?: string;
    readonly asks?: boolean;
    readonly resultIncludes?: string;
    readonly filesAffected?: number;
  };
};

export type TestCases = {
  /** What lies in the folder before each call: text by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly cases: readonly TestCase[];
  readonly problems: readonly string[];
};

const USUAL_FILES = new Map([
  ["example.txt", "An example.\n"],
  ["folder/other.txt", "Another one.\n"],
]);
const MAX_CASES = 200;

/** The cases of a file, and for each action without one a case made from its schema. */
export function readCases(
  value: JsonValue | undefined,
  actions: readonly ActionUnderTest[],
): TestCases {
  const written = isJsonObject(value) ? value : {};
  const problems =
    value === undefined || isJsonObject(value) ? [] : ["tests/cases.json is no object."];
  const cases = (Array.isArray(written.cases) ? written.cases : []).slice(0, MAX_CASES);
  const read = cases.flatMap((one, index) => {
    const found = readCase(one);
    const isKnown = found && actions.some(({ name }) => name === found.action);
    if (isKnown) return [found];
    problems.push(`Case ${index + 1} of tests/cases.json has no action of the manifest.`);
    return [];
  });
  const missing = actions.filter(
    ({ name }) => !read.some(({ action, expect }) => action === name && expect.error === undefined),
  );
  const files = isJsonObject(written.files) ? filesOf(written.files) : USUAL_FILES;
  return { files, cases: [...read, ...missing.map(madeCase)], problems };
}

function filesOf(files: JsonObject): Map<string, string> {
  const isInside = (path: string) => !path.startsWith("/") && !path.split("/").includes("..");
  return new Map(
    Object.entries(files).flatMap(([path, text]) =>
      isInside(path) && typeof text === "string" ? [[path, text] as const] : [],
    ),
  );
}

function readCase(value: JsonValue): TestCase | undefined {
  if (!isJsonObject(value) || typeof value.action !== "string") return undefined;
  const {
    error,
    asks,
    result_includes: text,
    files_affected: files,
  } = isJsonObject(value.expect) ? value.expect : {};
  return {
    action: value.action,
    params: isJsonObject(value.params) ? value.params : {},
    expect: {
      ...(typeof error === "string" && { error }),
      ...(typeof asks === "boolean" && { asks }),
      ...(typeof text === "string" && { resultIncludes: text }),
      ...(typeof files === "number" && { filesAffected: files }),
    },
  };
}

/** The least that its schema takes: what a caller who knows nothing else would send. */
function madeCase({ name, inputSchema }: ActionUnderTest): TestCase {
  const { properties, required } = inputSchema;
  const wanted = Array.isArray(required) ? required.map(String) : [];
  const fields = isJsonObject(properties) ? properties : {};
  const entries = wanted.map((key) => [key, madeValue(key, fields[key])] as const);
  return { action: name, params: Object.fromEntries(entries), expect: {} };
}

function madeValue(key: string, schema: JsonValue | undefined): JsonValue {
  if (!isJsonObject(schema)) return isPathName(key) ? "{folder}/example.txt" : "example";
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.examples) && schema.examples[0] !== undefined) return schema.examples[0];
  if (Array.isArray(schema.enum) && schema.enum[0] !== undefined) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  if (type === "boolean") return false;
  if (type === "array") return [];
  if (type === "object") return {};
  return isPath(key, schema) ? "{folder}/example.txt" : "example";
}

function isPathName(key: string): boolean {
  return /(?:^|_)(?:path|file|folder|directory|destination)$/i.test(key);
}

function isPath(key: string, schema: JsonValue | undefined): boolean {
  if (!isJsonObject(schema)) return isPathName(key);
  return schema.format === "path" || (schema.format === undefined && isPathName(key));
}

/** The names of the parameters that are paths, those that a call has. */
export function pathsIn(params: JsonObject, { inputSchema }: ActionUnderTest): string[] {
  const { properties } = inputSchema;
  const fields = isJsonObject(properties) ? properties : {};
  return Object.keys(params).filter(
    (key) => typeof params[key] === "string" && isPath(key, fields[key]),
  );
}
