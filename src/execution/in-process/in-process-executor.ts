import { copyJson } from "../../base/json.ts";
import type { BuiltinCapability, BuiltinTool } from "../../ports/builtin-capability.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Executor } from "../../ports/executor.ts";
import type { SessionFiles } from "../../ports/session-files.ts";
import { toolIdOf } from "../../schema/tool.ts";
import { watchFiles } from "./watch-files.ts";

type Options = {
  readonly capabilities: readonly BuiltinCapability[];
  readonly clock: Clock;
  readonly filesOf: (sessionId: string) => SessionFiles;
};

/**
 * Runs capabilities that ship with the host, in its own process. They are trusted as the host is;
 * code from anywhere else never comes here.
 */
export function createInProcessExecutor({ capabilities, clock, filesOf }: Options): Executor {
  const tools = new Map<string, BuiltinTool>();
  for (const capability of capabilities) {
    for (const tool of capability.tools ?? []) {
      tools.set(toolIdOf("builtin", capability.id, tool.name), tool);
    }
  }
  const now = () => clock.now();

  return {
    async execute(execution) {
      const { tool, inputs, context } = execution;
      const code = tools.get(tool.toolId);
      if (!code) throw new Error(`The code of "${tool.toolId}" is not loaded.`);
      const { sessionId } = context;
      // Made for those that look at them; so is the signal.
      let watched: ReturnType<typeof watchFiles> | undefined;
      // Its own: what it does to them changes nothing that was decided, or will be recorded.
      const outputs = await code.run(copyJson(inputs), {
        ...context,
        now,
        get files() {
          if (sessionId === null) return null;
          watched ??= watchFiles(filesOf(sessionId));
          return watched.files;
        },
        get signal() {
          return execution.signal;
        },
      });
      return { state: "completed", outputs, ...(watched && { artifacts: watched.artifacts() }) };
    },
  };
}
