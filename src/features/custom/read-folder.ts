import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type JsonValue, parseJson } from "../../base/json.ts";

type FolderEntry =
  | { readonly id: string; readonly manifest: JsonValue }
  | { readonly id: string; readonly problem: string };

const ENDING = ".json";
const MAX_FILES = 500;
const MAX_BYTES = 1_000_000;

/** The manifests of a folder, by name. A folder that is not there holds none. */
export function readFolder(folder: string): FolderEntry[] {
  return namesIn(folder).map((name) => readEntry(folder, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ENDING))
      .sort()
      .slice(0, MAX_FILES);
  } catch {
    return [];
  }
}

function readEntry(folder: string, name: string): FolderEntry {
  const id = name.slice(0, -ENDING.length);
  const file = join(folder, name);
  try {
    const { size } = lstatSync(file);
    if (size > MAX_BYTES) return { id, problem: `${name} is larger than ${MAX_BYTES} bytes.` };
    return { id, manifest: parseJson(readFileSync(file, "utf8")) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { id, problem: `${name}: ${reason}` };
  }
}
