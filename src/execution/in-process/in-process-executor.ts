import type { BuiltinCapability, BuiltinTool } from "../../ports/builtin-capability.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Executor } from "../../ports/executor.ts";
import { toolIdOf } from "../../schema/tool.ts";

/**
 * Runs capabilities that ship with the host, in its own process. They are trusted as the host is;
 * code from anywhere else never comes here.
 */
export function createInProcessExecutor(
  capabilities: readonly BuiltinCapability[],
  clock: Clock,
): Executor {
  const tools = new Map<string, BuiltinTool>();
  for (const capability of capabilities) {
    for (const tool of capability.tools ?? []) {
      tools.set(toolIdOf("builtin", capability.id, tool.name), tool);
    }
  }
  const now = () => clock.now();

  return {
    async execute({ tool, inputs, context, signal }) {
      const code = tools.get(tool.toolId);
      if (!code) throw new Error(`The code of "${tool.toolId}" is not loaded.`);
      const outputs = await code.run(inputs, { ...context, signal, now });
      return { state: "completed", outputs };
    },
  };
}
