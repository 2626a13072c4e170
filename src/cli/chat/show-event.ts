import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { block } from "../block.ts";
import { shortJson } from "../shorten.ts";

const INPUT_LENGTH = 300;
const OUTPUT_LENGTH = 600;
const TEXT_LENGTH = 20_000;
const WRITE_TODOS = "builtin:stateless_todo_list:write_todos";

const MARKS = new Map([
  ["completed", "[x]"],
  ["in_progress", "[~]"],
]);

/** What a person sees of an event; nothing for those that say what they see anyway. */
export function eventLines(type: string, data: JsonObject, wasStreamed: boolean): string[] {
  switch (type) {
    case "message.created": {
      const text = String(data.content ?? "");
      return data.role !== "assistant" || text === "" || wasStreamed
        ? []
        : block(text, TEXT_LENGTH);
    }
    case "tool.started":
      return data.tool_id === WRITE_TODOS ? [] : [`  … ${call(data)}`];
    case "tool.completed":
      return data.tool_id === WRITE_TODOS && data.state === "completed"
        ? todoLines(data.inputs)
        : resultLines(data);
    case "artifact.created":
      return [`  file ${data.path} (${data.size_bytes ?? "?"} bytes)`];
    case "turn.failed": {
      const error = isJsonObject(data.error) ? data.error : {};
      return [`The turn ended ${data.state}: ${error.message ?? error.code ?? ""}`];
    }
    default:
      return [];
  }
}

function call({ tool_id: toolId, inputs }: JsonObject): string {
  return `${toolId} ${shortJson(inputs ?? {}, INPUT_LENGTH)}`;
}

function resultLines({ state, outputs, error, ...data }: JsonObject): string[] {
  if (state === "completed") return [`  ok ${shortJson(outputs ?? null, OUTPUT_LENGTH)}`];
  const reason = isJsonObject(error) ? `${error.code}: ${error.message}` : "";
  return [`  ${state} ${data.tool_id} ${reason}`];
}

function todoLines(inputs: unknown): string[] {
  const todos = isJsonObject(inputs) && Array.isArray(inputs.todos) ? inputs.todos : [];
  return todos
    .filter(isJsonObject)
    .map((todo) => `  ${MARKS.get(String(todo.status)) ?? "[ ]"} ${todo.content}`);
}
