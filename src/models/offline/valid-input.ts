import type { JsonObject } from "../../base/json.ts";
import { createValidator } from "../../schema/json-schema/create-validator.ts";
import type { Tool } from "../../schema/tool.ts";

type Validate = ReturnType<typeof createValidator>;

const validators = new WeakMap<Tool, Validate | null>();

/** Whether the gate would take this input: the model makes no call that fails there. */
export function isValidInput(tool: Tool, input: JsonObject): boolean {
  try {
    return validatorOf(tool)?.(input).valid ?? false;
  } catch {
    // A reference that leads nowhere shows only when it is followed.
    return false;
  }
}

function validatorOf(tool: Tool): Validate | null {
  const found = validators.get(tool);
  if (found !== undefined) return found;
  const made = compile(tool.inputSchema);
  validators.set(tool, made);
  return made;
}

function compile(schema: Tool["inputSchema"]): Validate | null {
  try {
    return createValidator(schema, { first: true });
  } catch {
    return null;
  }
}
