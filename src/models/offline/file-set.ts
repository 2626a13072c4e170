import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";

/** A file as a tool told of it. */
export type FoundFile = {
  readonly path: string;
  readonly size?: number;
  /** When it was changed, in milliseconds. */
  readonly changed?: number;
};

export type FileSet = {
  readonly files: readonly FoundFile[];
  /** There are more than were told. */
  readonly isCut: boolean;
};

const LISTS = ["files", "entries", "largest", "matches", "results", "items"];
const SIZES = ["size_bytes", "size", "bytes"];
const TIMES = ["modified", "updated_at", "changed", "modified_at", "mtime"];

/** The files that a result lists, in its order, each once; undefined when it lists none. */
export function filesIn(outputs: JsonValue): FileSet | undefined {
  if (!isJsonObject(outputs)) return undefined;
  for (const name of LISTS) {
    const listed = Object.hasOwn(outputs, name) ? outputs[name] : undefined;
    if (!Array.isArray(listed)) continue;
    const found = listed.map(fileOf);
    if (!found.every((it) => it !== undefined)) continue;
    const files = new Map(found.flatMap((it) => (it === "folder" ? [] : [[it.path, it]])));
    return { files: [...files.values()], isCut: outputs.truncated === true };
  }
  return undefined;
}

/**
 * Files that a result tells in groups, such as equal ones. They can be named; "them" is not all of
 * them, for nobody means to delete every copy.
 */
export function groupedFilesIn(outputs: JsonValue): readonly FoundFile[] {
  const groups = isJsonObject(outputs) ? outputs.groups : undefined;
  if (!Array.isArray(groups)) return [];
  return groups.flatMap((group) => {
    const listed = isJsonObject(group) ? (group.files ?? group.paths) : undefined;
    if (!Array.isArray(listed)) return [];
    return listed.flatMap((it): FoundFile[] => {
      const file = typeof it === "string" ? { path: it } : fileOf(it);
      return file && file !== "folder" ? [file] : [];
    });
  });
}

function fileOf(value: JsonValue): FoundFile | "folder" | undefined {
  if (!isJsonObject(value) || typeof value.path !== "string") return undefined;
  if (value.is_directory === true || value.kind === "folder") return "folder";
  const size = first(value, SIZES);
  const time = first(value, TIMES);
  const changed = typeof time === "string" ? Date.parse(time) : Number.NaN;
  return {
    path: value.path,
    ...(typeof size === "number" && { size }),
    ...(!Number.isNaN(changed) && { changed }),
  };
}

function first(value: JsonObject, names: readonly string[]): JsonValue | undefined {
  const name = names.find((it) => Object.hasOwn(value, it));
  return name === undefined ? undefined : value[name];
}
