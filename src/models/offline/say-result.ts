import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { wordsOfName } from "./field.ts";
import { sayValue } from "./say-value.ts";

const SIGNS = new Map([
  ["add", "+"],
  ["subtract", "−"],
  ["multiply", "×"],
  ["divide", "÷"],
]);

/** A sentence from the outputs of a call. What the shape of the outputs says is enough for most. */
export function sayResult(name: string, input: JsonValue, outputs: JsonValue): string {
  if (!isJsonObject(outputs)) return closed(`${title(name)}: ${sayValue(outputs)}`);
  const given = isJsonObject(input) ? input : {};
  return (
    saySum(name, given, outputs) ??
    sayShape(outputs) ??
    closed(`${title(name)}: ${sayValue(outputs)}`)
  );
}

function saySum(name: string, { a, b }: JsonObject, { result }: JsonObject): string | undefined {
  const sign = SIGNS.get(name);
  if (!sign || typeof a !== "number" || typeof b !== "number") return undefined;
  return typeof result === "number" ? `${a} ${sign} ${b} = ${result}.` : undefined;
}

function sayShape(outputs: JsonObject): string | undefined {
  const { time, timezone, city, condition, temperature_c: degrees, content, path, url } = outputs;
  if (time !== undefined && typeof timezone === "string") return `In ${timezone} it is ${time}.`;
  if (Array.isArray(outputs.todos)) return sayTodos(outputs.todos);
  if (typeof city === "string" && typeof condition === "string") {
    return `${city}: ${condition}, ${degrees} °C${rest(outputs, "humidity_percent", "% humidity")}${rest(outputs, "wind_kmh", "km/h wind")}.`;
  }
  if (typeof city === "string" && Array.isArray(outputs.forecast)) {
    return `The forecast for ${city}:${sayValue(outputs.forecast)}`;
  }
  if (typeof outputs.error === "string" && content === undefined) {
    return typeof url === "string" ? `${url}: ${outputs.error}` : outputs.error;
  }
  if (typeof content === "string") {
    const from = typeof path === "string" ? path : url;
    return typeof from === "string" ? `${from} says:\n${sayValue(content)}` : sayValue(content);
  }
  return typeof path === "string" ? sayPath(path, outputs) : undefined;
}

function sayTodos(todos: readonly JsonValue[]): string {
  if (todos.length === 0) return "The list is empty.";
  const lines = todos.filter(isJsonObject).map(({ content, status }) => {
    const mark = status === "completed" ? "x" : status === "in_progress" ? "~" : " ";
    return `- [${mark}] ${content}`;
  });
  return ["The list:", ...lines].join("\n");
}

function sayPath(path: string, outputs: JsonObject): string | undefined {
  const { created, deleted, exists, entries, size_bytes: size } = outputs;
  if (deleted === true) return `${path} is deleted.`;
  if (typeof created === "boolean") {
    return `${path} is ${created ? "created" : "written"}${typeof size === "number" ? `, ${size} bytes` : ""}.`;
  }
  if (exists === false) return `${path} does not exist.`;
  if (Array.isArray(entries)) {
    return entries.length === 0 ? `${path} is empty.` : `${path} holds:${sayValue(entries)}`;
  }
  return undefined;
}

function rest(outputs: JsonObject, name: string, unit: string): string {
  return Object.hasOwn(outputs, name) ? `, ${outputs[name]} ${unit}` : "";
}

function title(name: string): string {
  const words = wordsOfName(name);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

function closed(text: string): string {
  return /[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text;
}
