import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { Tool } from "../../schema/tool.ts";

export const TEXTS = ["content", "text", "body", "markdown", "translation", "result"];
export const NUMBERS = ["result", "value", "amount", "sum"];
const LISTS = ["files", "entries", "largest", "results", "items"];

/** The result of an agent's action without the words around it. */
export function broughtBy(outputs: JsonValue): JsonValue {
  return isAgentAnswer(outputs) ? outputs.result : outputs;
}

export function isAgentAnswer(
  outputs: JsonValue,
): outputs is JsonObject & { readonly action_performed: string; readonly result: JsonValue } {
  return (
    isJsonObject(outputs) &&
    typeof outputs.action_performed === "string" &&
    Object.hasOwn(outputs, "result")
  );
}

/** The first of these fields that has such a value; the outputs themselves where they are one. */
export function pick(
  outputs: JsonValue,
  names: readonly string[],
  type: "number" | "string",
): JsonValue | undefined {
  if (typeof outputs === type) return outputs;
  if (!isJsonObject(outputs)) return undefined;
  const name = names.find((it) => Object.hasOwn(outputs, it) && typeof outputs[it] === type);
  return name === undefined ? undefined : outputs[name];
}

/** The files that a result lists, each once. */
export function filesIn(outputs: JsonValue):
  | {
      readonly files: readonly { readonly path: string; readonly size?: number }[];
      readonly isCut: boolean;
    }
  | undefined {
  if (!isJsonObject(outputs)) return undefined;
  const lists = LISTS.map((name) => (Object.hasOwn(outputs, name) ? outputs[name] : undefined));
  for (const listed of [...lists, inGroups(outputs.groups)]) {
    if (!Array.isArray(listed)) continue;
    const rows = listed.filter(isJsonObject);
    if (rows.length < listed.length || !rows.every(({ path }) => typeof path === "string")) {
      continue;
    }
    const files = rows.filter((it) => it.is_directory !== true && it.kind !== "folder");
    const byPath = new Map(files.map((it) => [String(it.path), fileOf(it)]));
    return { files: [...byPath.values()], isCut: outputs.truncated === true };
  }
  return undefined;
}

/** Files that are the same stand together. */
function inGroups(groups: JsonValue | undefined): JsonValue | undefined {
  if (!Array.isArray(groups) || groups.length === 0) return undefined;
  return groups.flatMap((group) => {
    const files = isJsonObject(group) ? (group.files ?? group.paths) : group;
    const listed = Array.isArray(files) ? files : [];
    return listed.map((file) => (typeof file === "string" ? { path: file } : file));
  });
}

function fileOf({ path, size_bytes, size, bytes }: JsonObject) {
  const count = [size_bytes, size, bytes].find((it) => typeof it === "number");
  return { path: String(path), ...(typeof count === "number" && { size: count }) };
}

/** Where a tool's outputs will hold a text or a number, as a JSON pointer. */
export function pointerTo({ outputSchema }: Tool, type: "number" | "string"): string | undefined {
  const properties = isJsonObject(outputSchema?.properties) ? outputSchema.properties : {};
  const { action_performed: told, result } = properties;
  const isAgent = told !== undefined && isJsonObject(result) && isJsonObject(result.properties);
  const fields = isAgent ? (result.properties as JsonObject) : properties;
  const names = type === "number" ? NUMBERS : TEXTS;
  const name = names.find((it) => hasType(fields[it], type));
  return name === undefined ? undefined : `${isAgent ? "/result" : ""}/${name}`;
}

function hasType(schema: JsonValue | undefined, type: string): boolean {
  if (!isJsonObject(schema)) return false;
  return schema.type === type || (type === "number" && schema.type === "integer");
}
