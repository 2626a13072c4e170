import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { momentOf } from "./say-time.ts";
import { sayValue } from "./say-value.ts";

/** What a tool did with a file or found in it. */
export function sayFile(path: string, outputs: JsonObject): string | undefined {
  const { content, encoding, deleted, created, replaced, exists, entries, size_bytes } = outputs;
  const size = typeof size_bytes === "number" ? bytes(size_bytes) : undefined;
  if (typeof content === "string") {
    if (encoding === "base64") return `${path} is not a text${size ? `: ${size}` : ""}.`;
    if (content === "") return `${path} is empty.`;
    const more = outputs.truncated === true ? "\n… and there is more in it." : "";
    return `${path} says:\n${sayValue(content)}${more}`;
  }
  if (Array.isArray(outputs.would_delete))
    return `It would delete:${sayValue(outputs.would_delete)}`;
  if (typeof deleted === "boolean") {
    return deleted ? `${path} is deleted.` : `Nothing was deleted: the session has no ${path}.`;
  }
  if (typeof created === "boolean") {
    return `${path} is ${created ? "created" : "written"}${size ? `, ${size}` : ""}.`;
  }
  if (typeof replaced === "number") return `Replaced ${times(replaced)} in ${path}.`;
  if (exists === false) return `The session has no ${path}.`;
  if (exists === true) return sayKind(path, outputs, size);
  return Array.isArray(entries) ? sayEntries(path, entries) : undefined;
}

/** Of a file that was copied or moved. */
export function sayMoved(name: string, from: string, to: string): string {
  return /copy|duplicate/i.test(name) ? `${from} is copied to ${to}.` : `${from} is now ${to}.`;
}

/** The lines in which a search found something. */
export function sayMatches(pattern: string, matches: readonly JsonValue[]): string {
  if (matches.length === 0) return `No file says "${pattern}".`;
  const lines = matches.filter(isJsonObject).map(({ path, line, text }) => {
    return `${path}, line ${line}: ${text}`;
  });
  return `"${pattern}" is in ${matches.length === 1 ? "one line" : `${matches.length} lines`}:${sayValue(lines)}`;
}

function sayKind(path: string, outputs: JsonObject, size: string | undefined): string {
  const { is_directory: isFolder, updated_at: updated } = outputs;
  const when = typeof updated === "string" ? momentOf(updated) : undefined;
  const what = isFolder === true ? "a folder" : `a file${size ? ` of ${size}` : ""}`;
  return `${path} is ${what}${when ? `, last changed on ${when} UTC` : ""}.`;
}

function sayEntries(path: string, entries: readonly JsonValue[]): string {
  if (entries.length === 0) return path === "/" ? "There are no files yet." : `${path} is empty.`;
  const names = entries.map((entry) =>
    isJsonObject(entry) && typeof entry.name === "string"
      ? `${entry.name}${entry.is_directory === true ? "/" : ""}`
      : entry,
  );
  return `${path === "/" ? "Your files" : path}:${sayValue(names)}`;
}

/** "34 MB": in thousands, with at most one digit behind the point. */
export function sizeInWords(count: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const power = count < 1_000 ? 0 : Math.min(4, Math.floor(Math.log10(count) / 3));
  if (power === 0) return bytes(count);
  const scaled = count / 1_000 ** power;
  return `${scaled < 10 ? Math.round(scaled * 10) / 10 : Math.round(scaled)} ${units[power]}`;
}

function bytes(count: number): string {
  return count === 1 ? "1 byte" : `${count} bytes`;
}

function times(count: number): string {
  return count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;
}
