import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts";

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
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const line = text.replaceAll(/\s*\n\s*/g, " ⏎ ");
  return line.length > LONGEST_VALUE ? `${line.slice(0, LONGEST_VALUE)}…` : line;
}

/** `dueDate` and `due_date` are both "due date". */
export function wordsOfName(name: string): string {
  return name
    .slice(0, 100)
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/[_-]+/g, " ");
}
