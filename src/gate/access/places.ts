import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { rolesOfKey } from "../../policy/facts/key-role.ts";
import type { JsonSchema, Tool } from "../../schema/tool.ts";

/** Where inputs name something of the machine or of the network. */
type Kind = "path" | "host";
type Visit = (kind: Kind, text: string) => string;

const FORMATS: ReadonlyMap<string, Kind> = new Map([
  ["path", "path"],
  ["uri", "host"],
  ["iri", "host"],
  ["uri-reference", "host"],
  ["hostname", "host"],
]);

const MAX_DEPTH = 20;

/**
 * Goes through every string that the schema says is a path or an address; where a schema says of none
 * that it is a path, and the tool works on files or is a foreign one, through those whose names say so. Answers the inputs
 * with what `visit` made of them: the very same object when it changed nothing.
 */
export function visitPlaces(
  { inputSchema, sideEffectTags }: Pick<Tool, "inputSchema" | "sideEffectTags">,
  inputs: JsonObject,
  visit: Visit,
  isForeign = false,
): JsonObject {
  const isOfFiles = isForeign || sideEffectTags.some((tag) => tag.startsWith("fs."));
  const byName = isOfFiles && !saysPath(inputSchema);
  const walk = (schemas: readonly JsonObject[], value: JsonValue, name: boolean, depth: number) => {
    if (depth > MAX_DEPTH) return value;
    if (typeof value === "string") {
      const kind = kindOf(schemas) ?? (name ? "path" : undefined);
      return kind ? visit(kind, value) : value;
    }
    if (Array.isArray(value)) {
      const items: JsonValue[] = value.map((item, index) =>
        walk(within(itemsOf(schemas, index), inputSchema), item, name, depth + 1),
      );
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    if (!isJsonObject(value)) return value;
    let changed: JsonObject | undefined;
    for (const key of Object.keys(value)) {
      const before = value[key] ?? null;
      const isNamed = name || (byName && rolesOfKey(key).includes("path"));
      const inner = within(propertiesOf(schemas, key), inputSchema);
      const after: JsonValue = walk(inner, before, isNamed, depth + 1);
      if (after === before) continue;
      changed ??= { ...value };
      changed[key] = after;
    }
    return changed ?? value;
  };
  return walk(within([inputSchema], inputSchema), inputs, false, 0) as JsonObject;
}

function kindOf(schemas: readonly JsonObject[]): Kind | undefined {
  const kinds = schemas.map(({ format }) => FORMATS.get(typeof format === "string" ? format : ""));
  return kinds.find((kind) => kind === "path") ?? kinds.find((kind) => kind !== undefined);
}

function propertiesOf(schemas: readonly JsonObject[], key: string): (JsonValue | undefined)[] {
  return schemas.flatMap(({ properties, patternProperties, additionalProperties }) => [
    isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined,
    ...(isJsonObject(patternProperties) ? Object.values(patternProperties) : []),
    additionalProperties,
  ]);
}

function itemsOf(schemas: readonly JsonObject[], index: number): (JsonValue | undefined)[] {
  return schemas.flatMap(({ items, prefixItems }) => [
    items,
    Array.isArray(prefixItems) ? prefixItems[index] : undefined,
  ]);
}

/** All schemas that a value is held against, with those behind references and alternatives. */
function within(schemas: readonly (JsonValue | undefined)[], root: JsonSchema): JsonObject[] {
  const all = new Set<JsonObject>();
  const waiting = [...schemas];
  for (let next = waiting.pop(); next !== undefined || waiting.length > 0; next = waiting.pop()) {
    if (!isJsonObject(next) || all.has(next)) continue;
    all.add(next);
    for (const word of ["anyOf", "oneOf", "allOf", "then", "else"] as const) {
      const inner = next[word];
      waiting.push(...(Array.isArray(inner) ? inner : [inner]));
    }
    if (typeof next.$ref === "string") waiting.push(behind(next.$ref, root));
  }
  return [...all];
}

function behind(reference: string, root: JsonSchema): JsonValue | undefined {
  if (!reference.startsWith("#")) return undefined;
  let found: JsonValue | undefined = root;
  for (const name of reference.slice(1).split("/").filter(Boolean)) {
    const key = decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
    found = isJsonObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return found;
}

const sayings = new WeakMap<JsonSchema, boolean>();

/** Whether a schema says of anything that it is a path. */
function saysPath(schema: JsonSchema): boolean {
  const known = sayings.get(schema) ?? /"format":"path"/.test(JSON.stringify(schema));
  sayings.set(schema, known);
  return known;
}
