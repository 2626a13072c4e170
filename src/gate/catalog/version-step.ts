import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonValue } from "../../base/json.ts";
import type { JsonSchema } from "../../schema/tool.ts";

/** How far a version has to move for a change. */
export type VersionStep = "major" | "minor" | "patch";

export type Action = {
  readonly name: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema | null;
};

/**
 * The set of actions decides (I49, X25): what an agent could do and no longer can is MAJOR, what it
 * can do besides is MINOR, everything else PATCH.
 */
export function versionStep(before: readonly Action[], after: readonly Action[]): VersionStep {
  const now = new Map(after.map((action) => [action.name, action]));
  const steps = before.map((action) => {
    const next = now.get(action.name);
    return next ? actionStep(action, next) : "major";
  });
  if (steps.includes("major")) return "major";
  return after.length > before.length || steps.includes("minor") ? "minor" : "patch";
}

function actionStep(before: Action, after: Action): VersionStep {
  const inputs = inputStep(before.inputSchema, after.inputSchema);
  const keepsOutput = isDeepStrictEqual(before.outputSchema, after.outputSchema);
  return inputs === "patch" && !keepsOutput ? "major" : keepsOutput ? inputs : "major";
}

/** A caller of the old schema must be understood by the new one. */
function inputStep(before: JsonSchema, after: JsonSchema): VersionStep {
  if (isDeepStrictEqual(before, after)) return "patch";
  const [old, next] = [fieldsOf(before), fieldsOf(after)];
  for (const [name, field] of old) {
    const changed = next.get(name);
    if (changed === undefined || !accepts(field, changed)) return "major";
  }
  const wasRequired = requiredOf(before);
  if ([...requiredOf(after)].some((name) => !wasRequired.has(name))) return "major";
  if (!isDeepStrictEqual(restOf(before), restOf(after))) return "major";
  return next.size > old.size ? "minor" : "patch";
}

const SILENT: ReadonlySet<string> = new Set(["title", "description", "default", "examples"]);

/** The same but for words, or the same with more choices. */
function accepts(before: JsonValue, after: JsonValue): boolean {
  if (!isJsonObject(before) || !isJsonObject(after)) return isDeepStrictEqual(before, after);
  const meant = (schema: JsonSchema) =>
    Object.entries(schema).filter(([key]) => !SILENT.has(key) && key !== "enum");
  if (!isDeepStrictEqual(new Map(meant(before)), new Map(meant(after)))) return false;
  if (after.enum === undefined) return true;
  const choices = Array.isArray(after.enum) ? after.enum : [];
  return Array.isArray(before.enum) && before.enum.every((choice) => choices.includes(choice));
}

function fieldsOf({ properties }: JsonSchema): Map<string, JsonValue> {
  return new Map(isJsonObject(properties) ? Object.entries(properties) : []);
}

function requiredOf({ required }: JsonSchema): Set<JsonValue> {
  return new Set(Array.isArray(required) ? required : []);
}

function restOf({ properties: _, required: __, ...rest }: JsonSchema): Map<string, JsonValue> {
  return new Map(Object.entries(rest).filter(([key]) => !SILENT.has(key)));
}
