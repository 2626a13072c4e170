import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts";

/** Models need it to tell these tools from others. */
const PREFIX = /^capability_packs\./;
const LONGEST = 500;
const LONGEST_VALUE = 120;

/** A call in one line: "Move file: path /a.txt, destination /b.txt". */
export function sayCall(name: string, inputs: JsonObject): string {
  const words = wordsOfName(name).toLowerCase();
  const title = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  const fields = Object.entries(inputs).map(
    ([field, value]) => `${wordsOfName(field).toLowerCase()} ${sayInput(value)}`,
  );
  return (fields.length === 0 ? title : `${title}: ${fields.join(", ")}`).slice(0, LONGEST);
}

function sayInput(value: JsonValue): string {
  if (isJsonObject(value) && typeof value.$from === "string") {
    return `(the result of step ${value.$from.slice(1)})`;
  }
  const text = textOf(value);
  const line = text.replaceAll(/\s*\n\s*/g, " ⏎ ");
  return line.length > LONGEST_VALUE ? `${line.slice(0, LONGEST_VALUE)}…` : line;
}

/** A list of objects by the first text of each, and its state: "buy milk (completed), call Bob". */
function textOf(value: JsonValue): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  const items = value.map((item) => {
    const fields = isJsonObject(item) ? item : { item };
    const text = Object.values(fields).find((it) => typeof it === "string");
    if (text === undefined) return JSON.stringify(item);
    const { status } = fields;
    return typeof status === "string" && status !== "pending" ? `${text} (${status})` : text;
  });
  return items.join(", ");
}

/** `dueDate` and `due_date` are both "due date". */
export function wordsOfName(name: string): string {
  return name
    .slice(0, 100)
    .replace(PREFIX, "")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/[_-]+/g, " ");
}
