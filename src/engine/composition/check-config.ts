import { CapstanError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import { schemaFault, schemaProblems } from "../../gate/inputs/schema-problems.ts";
import type { Capability } from "../../schema/capability.ts";

/** What an agent configures of a capability, held against the capability's own schema (E67). */
export function checkConfig(
  { id, configSchema }: Pick<Capability, "id" | "configSchema">,
  config: JsonObject | undefined,
): JsonObject {
  if (configSchema === undefined) {
    if (config === undefined) return {};
    throw invalid(id, `"${id}" has nothing to configure.`);
  }
  // Also when nothing is configured: a field may be required.
  const value = config ?? {};
  // A schema comes from whoever wrote the capability: nothing can be held against some.
  const fault = schemaFault(configSchema);
  if (fault !== undefined) {
    throw invalid(id, `"${id}" cannot be configured: its own schema is broken. ${fault}`);
  }
  const problems = schemaProblems(configSchema, value);
  if (problems.length === 0) return value;
  const said = problems.map(({ message }) => message).join(" ");
  throw invalid(id, `Configuration of "${id}": ${said}`);
}

function invalid(id: string, message: string): CapstanError {
  const details = { field: "capabilities", capability_id: id };
  return new CapstanError("CONFIG_INVALID", message, { details });
}
