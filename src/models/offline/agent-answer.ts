import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";

/** What an agent's action says around its result. */
export function isAgentAnswer(
  outputs: JsonValue,
): outputs is JsonObject & { readonly action_performed: string; readonly result: JsonValue } {
  return (
    isJsonObject(outputs) &&
    typeof outputs.action_performed === "string" &&
    Object.hasOwn(outputs, "result")
  );
}

/** What a call brought, without what an agent says around it. */
export function broughtBy(outputs: JsonValue): JsonValue {
  return isAgentAnswer(outputs) ? outputs.result : outputs;
}
