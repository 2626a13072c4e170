import { type Schema, Validator } from "@cfworker/json-schema";
import type { JsonObject } from "../../base/json.ts";
import type { Tool } from "../../schema/tool.ts";

const validators = new WeakMap<Tool, Validator | null>();

/** Whether the gate would take this input: the model makes no call that fails there. */
export function isValidInput(tool: Tool, input: JsonObject): boolean {
  try {
    return validatorOf(tool)?.validate(input).valid ?? false;
  } catch {
    // A reference that leads nowhere shows only when it is followed.
    return false;
  }
}

function validatorOf(tool: Tool): Validator | null {
  const found = validators.get(tool);
  if (found !== undefined) return found;
  const made = compile(tool.inputSchema);
  validators.set(tool, made);
  return made;
}

function compile(schema: Tool["inputSchema"]): Validator | null {
  try {
    return new Validator(schema as Schema, "2020-12", true);
  } catch {
    return null;
  }
}
