import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { shownCall } from "../../base/shown-call.ts";
import { type Line, styled } from "../line.ts";
import { shorten, shortJson } from "../shorten.ts";

const INPUT_LENGTH = 300;
const OUTPUT_LENGTH = 600;
const WRITE_TODOS = "builtin:stateless_todo_list:write_todos";

const MARKS = new Map([
  ["completed", "[x]"],
  ["in_progress", "[~]"],
]);

/** What a person sees of an event; nothing for those that say what they see anyway. */
export function eventLines(type: string, data: JsonObject): Line[] {
  switch (type) {
    case "tool.started":
      return data.tool_id === WRITE_TODOS ? [] : callLines(data);
    case "tool.progress":
      return [[styled("dim", `    ${howFar(data)}`)]];
    case "tool.completed":
      return data.tool_id === WRITE_TODOS && data.state === "completed"
        ? todoLines(data.inputs)
        : resultLines(data);
    case "artifact.created":
      return [`  file ${data.path} (${data.size_bytes ?? "?"} bytes)`];
    case "turn.failed":
      return [endLine(data)];
    default:
      return [];
  }
}

function callLines({ tool_id: toolId, inputs, answer }: JsonObject): Line[] {
  const { input, note } = shownCall(inputs ?? {}, { answer });
  const line = `  … ${toolId} ${shortJson(input, INPUT_LENGTH)}`;
  return [line, ...(note === "" ? [] : [`    ${shorten(note, INPUT_LENGTH)}`])].map((text) => [
    styled("dim", text),
  ]);
}

function howFar({ message, done, total }: JsonObject): string {
  const count =
    typeof done === "number" ? `${done}${total === undefined ? "" : ` of ${total}`}` : "";
  return typeof message === "string" && message !== "" ? message : count;
}

function resultLines({ state, outputs, error, ...data }: JsonObject): Line[] {
  if (state === "completed") {
    return [[styled("dim", `  ok ${shortJson(outputs ?? null, OUTPUT_LENGTH)}`)]];
  }
  const reason = isJsonObject(error) ? `${error.message ?? ""} [${error.code}]` : "";
  return [[styled("red", `  ${state}`), ` ${data.tool_id} ${reason}`]];
}

/** A person who cancelled knows why; everyone else is told. */
function endLine({ state, error }: JsonObject): Line {
  const { code, message } = isJsonObject(error) ? error : {};
  if (code === "CANCELLED") {
    return [styled("yellow", "Cancelled."), " What was written before is kept."];
  }
  const why = message ?? code ?? `the turn ended as ${state}`;
  return [styled("red", "Failed:"), ` ${why}`];
}

function todoLines(inputs: unknown): string[] {
  const todos = isJsonObject(inputs) && Array.isArray(inputs.todos) ? inputs.todos : [];
  return todos
    .filter(isJsonObject)
    .map((todo) => `  ${MARKS.get(String(todo.status)) ?? "[ ]"} ${todo.content}`);
}
