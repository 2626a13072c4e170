import { CapstanError } from "../base/errors.ts";
import { isJsonObject, type JsonValue } from "../base/json.ts";
import type { Answer } from "../gate/executor.ts";

/** What a person answers to a running call: the fields that it asked for, or that they will not. */
export function answerOf(action: Answer["action"] = "accept", inputs: JsonValue = {}): Answer {
  if (action !== "accept") return { action };
  if (isJsonObject(inputs)) return { action, inputs };
  const details = { field: "inputs" };
  throw new CapstanError("REQUEST_INVALID", '"inputs": is an object with the fields.', { details });
}
