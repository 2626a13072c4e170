import type { JsonObject } from "../base/json.ts";
import type { BuiltinCapability, ToolContext } from "../features/builtin-capability.ts";
import { NO_ACCESS } from "../schema/access.ts";

/** Runs a built-in tool's own code, without a gate: for the tests of that code. */
export async function runBuiltin(
  { tools = [] }: BuiltinCapability,
  toolName: string,
  inputs: JsonObject,
  context: Partial<ToolContext> = {},
): Promise<unknown> {
  const tool = tools.find(({ name }) => name === toolName);
  if (!tool || !("run" in tool)) throw new Error(`No tool "${toolName}".`);
  return tool.run(inputs, {
    invocationId: "inv_test",
    sessionId: null,
    actor: "owner",
    dryRun: false,
    confirmed: false,
    access: NO_ACCESS,
    config: {},
    files: null,
    progress() {},
    idempotencyKey: "inv_test",
    signal: new AbortController().signal,
    now: () => 0,
    ...context,
  });
}
