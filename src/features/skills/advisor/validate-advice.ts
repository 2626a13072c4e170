import { languageOf, syntaxFault } from "../../../base/check-syntax.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";
import { matchesPattern } from "../../../base/matches-pattern.ts";
import { createValidator } from "../../../schema/json-schema/create-validator.ts";

/** What whoever asked a model demands of its answer. */
export type Demands = {
  /** The answer is JSON that fits this. */
  readonly schema?: JsonObject | undefined;
  /** Which files a patch may be about, as patterns with `*`; none without a word of it. */
  readonly paths?: readonly string[] | undefined;
  /** The answer as a whole is a text in this language. */
  readonly language?: string | undefined;
};

export type AdviceLimits = {
  /** Of a plan. */
  readonly steps: number;
  readonly changedFiles: number;
  /** Of all that it says, between 0 and 1. */
  readonly assumptions: number;
};

export type Advice =
  | { readonly state: "answered"; readonly text: string; readonly value: JsonValue }
  | { readonly state: "invalid"; readonly text: string; readonly problems: readonly string[] };

const MOST_TOLD = 20;
const MAX_DEPTH = 40;

/** What a model answered, held against what was demanded, before anything follows from it. */
export function validateAdvice(reply: string, demands: Demands, limits: AdviceLimits): Advice {
  const text = unfenced(reply);
  const problems: string[] = [];
  let value: JsonValue = null;
  if (demands.schema || demands.paths) {
    const fault = syntaxFault(text, "json");
    if (fault !== undefined) return invalid(reply, [`It is no JSON: ${fault}`]);
    value = JSON.parse(text) as JsonValue;
    problems.push(...schemaFaults(value, demands.schema));
  }
  if (demands.language !== undefined) {
    const language = languageOf(demands.language);
    const fault = language && syntaxFault(text, language);
    if (fault !== undefined) problems.push(`It is no ${demands.language}: ${fault}`);
  }
  problems.push(
    ...patchFaults(value ?? text, text, demands.paths ?? [], limits.changedFiles),
    ...assumptionFaults(value, limits.assumptions),
    ...stepFaults(value, limits.steps),
  );
  return problems.length > 0 ? invalid(reply, problems) : { state: "answered", text, value };
}

function invalid(text: string, problems: readonly string[]): Advice {
  return { state: "invalid", text, problems: problems.slice(0, MOST_TOLD) };
}

/** Models put code between fences, whatever they are told. */
function unfenced(reply: string): string {
  const text = reply.trim();
  const inside = /^```[\w-]*\n([\s\S]*?)\n?```$/.exec(text);
  return inside?.[1] ?? text;
}

function schemaFaults(value: JsonValue, schema: JsonObject | undefined): string[] {
  if (!schema) return [];
  try {
    const { errors } = createValidator(schema, { first: false })(value);
    return errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
  } catch (error) {
    return [`Its schema cannot be used: ${error instanceof Error ? error.message : error}`];
  }
}

type Patch = { readonly path: string; readonly content?: string };

/** Every file that it would change, wherever in the answer it says so. */
function patchesIn(value: JsonValue, depth = 0): Patch[] {
  if (depth > MAX_DEPTH || value === null || typeof value !== "object") return [];
  if (!isJsonObject(value)) return value.flatMap((one) => patchesIn(one, depth + 1));
  const path = [value.path, value.file, value.filename].find((one) => typeof one === "string");
  const changes = ["content", "patch", "diff", "replace", "replacement", "new_content", "delete"];
  const isPatch = path !== undefined && changes.some((key) => Object.hasOwn(value, key));
  const content = [value.content, value.new_content].find((one) => typeof one === "string");
  const own = isPatch
    ? [{ path: String(path), ...(content !== undefined && { content: String(content) }) }]
    : [];
  return [...own, ...Object.values(value).flatMap((one) => patchesIn(one, depth + 1))];
}

/** Of a patch in the common form, also inside a string of the answer. */
function diffsIn(value: JsonValue, depth = 0): Patch[] {
  if (typeof value === "string") {
    return [...value.matchAll(/^(?:\+\+\+|---) (?:[ab]\/)?(\S+)/gm)].flatMap(([, path = ""]) =>
      path === "/dev/null" ? [] : [{ path }],
    );
  }
  if (depth > MAX_DEPTH || value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap((one) => diffsIn(one as JsonValue, depth + 1));
}

function patchFaults(
  value: JsonValue,
  text: string,
  allowed: readonly string[],
  most: number,
): string[] {
  const patches = [...patchesIn(value), ...diffsIn(value), ...diffsIn(text)];
  const paths = [...new Set(patches.map(({ path }) => path))];
  const outside = paths.filter((path) => !isAllowed(path, allowed));
  return [
    ...(paths.length > most ? [`It changes ${paths.length} files; ${most} at most.`] : []),
    ...outside.map((path) => `It changes "${path.slice(0, 200)}", which it may not.`),
    ...patches.flatMap(({ path, content }) => {
      const language = content === undefined ? undefined : languageOf(path);
      const fault = language && syntaxFault(content ?? "", language);
      return fault === undefined ? [] : [`"${path.slice(0, 200)}" would be broken: ${fault}`];
    }),
  ];
}

/** Below the workspace, and nowhere else, whatever the patterns say. */
function isAllowed(path: string, allowed: readonly string[]): boolean {
  const isPlain = /^(?![/~])(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^\0\\:]{1,500}$/.test(path);
  return isPlain && allowed.some((pattern) => matchesPattern(pattern, path));
}

/** By where each entry of a trace says it comes from; without a trace, by counting what it says. */
function assumptionFaults(value: JsonValue, most: number): string[] {
  if (!isJsonObject(value)) return [];
  const sources = sourcesIn(value);
  const guessed = sources.filter((source) => /^assum/i.test(source)).length;
  const { assumptions, ...said } = value;
  const listed = Array.isArray(assumptions) ? assumptions.length : 0;
  const [part, whole] =
    sources.length > 0 ? [guessed, sources.length] : [listed, listed + leavesIn(said)];
  if (whole === 0 || part / whole <= most) return [];
  const share = Math.round((100 * part) / whole);
  return [`${share} % of it is assumed; ${Math.round(100 * most)} % at most.`];
}

function sourcesIn(value: JsonValue, depth = 0): string[] {
  if (depth > MAX_DEPTH || value === null || typeof value !== "object") return [];
  if (!isJsonObject(value)) return value.flatMap((one) => sourcesIn(one, depth + 1));
  const own = typeof value.source === "string" ? [value.source] : [];
  return [...own, ...Object.values(value).flatMap((one) => sourcesIn(one, depth + 1))];
}

function leavesIn(value: JsonValue, depth = 0): number {
  if (value === null || typeof value !== "object" || depth > MAX_DEPTH) return 1;
  return Object.values(value).reduce<number>(
    (sum, one) => sum + leavesIn(one as JsonValue, depth + 1),
    0,
  );
}

function stepFaults(value: JsonValue, most: number): string[] {
  const steps = isJsonObject(value) ? (value.steps ?? value.plan) : undefined;
  if (!Array.isArray(steps) || steps.length <= most) return [];
  return [`It has ${steps.length} steps; ${most} at most.`];
}
