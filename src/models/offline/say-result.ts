import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { wordsOfName } from "../../base/say-call.ts";
import { isAgentAnswer } from "./outputs.ts";
import { sayAgentAnswer } from "./say-agent-answer.ts";
import { sayFile, sayMatches, sayMoved } from "./say-file.ts";
import { sayTime } from "./say-time.ts";
import { sayValue } from "./say-value.ts";

const SIGNS = new Map([
  ["add", "+"],
  ["subtract", "−"],
  ["multiply", "×"],
  ["divide", "÷"],
]);

/** A sentence from the outputs of a call. What the shape of the outputs says is enough for most. */
export function sayResult(name: string, input: JsonValue, outputs: JsonValue): string {
  if (isAgentAnswer(outputs)) return sayAgentAnswer(outputs.action_performed, outputs.result);
  if (!isJsonObject(outputs)) return closed(`${title(name)}: ${sayValue(outputs)}`);
  const given = isJsonObject(input) ? input : {};
  return (
    saySum(name, given, outputs) ??
    sayShape(name, given, outputs) ??
    closed(`${title(name)}: ${sayValue(outputs)}`)
  );
}

function saySum(
  name: string,
  { a, b, expression }: JsonObject,
  { result, exact }: JsonObject,
): string | undefined {
  if (typeof result !== "number") return undefined;
  if (typeof expression === "string") {
    const digits = String(result).replace(/^-?0?\.0*|\D/g, "").length;
    const isRounded = !Number.isInteger(result) && digits > 14;
    return `${printed(expression)} ${isRounded ? "≈" : "="} ${exact ?? result}.`;
  }
  const sign = SIGNS.get(name);
  if (!sign || typeof a !== "number" || typeof b !== "number") return undefined;
  return `${a} ${sign} ${b} = ${result}.`;
}

function printed(expression: string): string {
  return expression.replaceAll(" * ", " × ").replaceAll(" / ", " ÷ ").replaceAll(" - ", " − ");
}

function sayShape(name: string, given: JsonObject, outputs: JsonObject): string | undefined {
  const { time, timezone, content, path, url } = outputs;
  const { from, to, pattern, matches } = outputs;
  if (time !== undefined && typeof timezone === "string") return sayTime(given, { time, timezone });
  if (Array.isArray(outputs.todos)) return sayTodos(outputs.todos);
  if (typeof outputs.error === "string" && content === undefined) {
    return typeof url === "string" ? `${url}: ${outputs.error}` : outputs.error;
  }
  if (typeof path === "string") return sayFile(path, outputs);
  if (typeof content === "string") {
    return typeof url === "string" ? `${url} says:\n${sayValue(content)}` : sayValue(content);
  }
  if (typeof pattern === "string" && Array.isArray(matches)) return sayMatches(pattern, matches);
  return typeof from === "string" && typeof to === "string" ? sayMoved(name, from, to) : undefined;
}

function sayTodos(todos: readonly JsonValue[]): string {
  if (todos.length === 0) return "The list is empty.";
  const lines = todos.filter(isJsonObject).map(({ content, status }) => {
    const mark = status === "completed" ? "x" : status === "in_progress" ? "~" : " ";
    return `- [${mark}] ${content}`;
  });
  return ["The list:", ...lines].join("\n");
}

function title(name: string): string {
  const words = wordsOfName(name);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

function closed(text: string): string {
  return /[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text;
}
