import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { filesIn } from "./outputs.ts";
import { sayFile, sizeInWords } from "./say-file.ts";
import { momentOf } from "./say-time.ts";
import { sayValue } from "./say-value.ts";

const MOST = 50;

/** What an agent says that it did, and what it found. */
export function sayAgentAnswer(said: string, result: JsonValue): string {
  const sentence = /[.!?]$/.test(said) ? said : `${said}.`;
  if (!isJsonObject(result)) return sentence;
  const { content, path } = result;
  if (typeof content === "string" && typeof path === "string") {
    return sayFile(path, result) ?? sentence;
  }
  const lines = [...linesOf(result), ...rowsOf(result.by_type), ...groupsOf(result.groups)];
  const facts = lines.length === 0 ? factsOf(result) : "";
  const shown = lines.slice(0, MOST).map((line) => `- ${line}`);
  const more = lines.length > MOST ? [`- … and ${lines.length - MOST} more`] : [];
  return [`${sentence}${facts}`, ...shown, ...more].join("\n");
}

function linesOf(result: JsonObject): string[] {
  const found = filesIn(result)?.files ?? [];
  const folders = Array.isArray(result.folders) ? result.folders.map((name) => `${name}/`) : [];
  const files = found.map(({ path, size }) => {
    return `${path.slice(path.lastIndexOf("/") + 1)}${size === undefined ? "" : `, ${sizeInWords(size)}`}`;
  });
  return [...files, ...folders];
}

/** What takes the room. */
function rowsOf(rows: JsonValue | undefined): string[] {
  if (!Array.isArray(rows)) return [];
  return rows.filter(isJsonObject).map(({ type, bytes }) => {
    return `${type}: ${typeof bytes === "number" ? sizeInWords(bytes) : bytes}`;
  });
}

/** Files that are the same, a line for each group. */
function groupsOf(groups: JsonValue | undefined): string[] {
  if (!Array.isArray(groups)) return [];
  return groups.map((group) => {
    const files = isJsonObject(group) ? (group.files ?? group.paths ?? null) : group;
    const names = Array.isArray(files)
      ? files.map((it) => (isJsonObject(it) ? it.path : it))
      : [files];
    return names.map((it) => sayValue(it ?? null)).join(" = ");
  });
}

function factsOf({ size_bytes: size, modified, kind }: JsonObject): string {
  const when = typeof modified === "string" ? momentOf(modified) : undefined;
  if (typeof size !== "number" || typeof kind !== "string") return "";
  return ` It is a ${kind} of ${sizeInWords(size)}${when ? `, last changed on ${when} UTC` : ""}.`;
}
