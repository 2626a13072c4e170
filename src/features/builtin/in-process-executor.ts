import type { Clock } from "../../base/clock.ts";
import { copyJson } from "../../base/json.ts";
import { reachesOut } from "../../engine/taint.ts";
import type { Executor } from "../../gate/executor.ts";
import type { Execution } from "../../schema/execution.ts";
import type { BuiltinTool } from "../builtin-capability.ts";
import { watchFiles } from "./watch-files.ts";

type Options = {
  /** The code that an entry names, if exactly that code is loaded. */
  readonly codeOf: (execution: Execution) => BuiltinTool | undefined;
  readonly clock: Clock;
};

/**
 * Runs capabilities that ship with the host, in its own process. They are trusted as the host is;
 * code from anywhere else never comes here.
 */
export function createInProcessExecutor({ codeOf, clock }: Options): Executor {
  const now = () => clock.now();

  return {
    endsOnSignal: false,
    hostsOf: ({ tool, access }) => ({ reached: reachesOut(tool) ? access.hosts : [] }),
    async execute(request) {
      const { tool, inputs, context, progress } = request;
      const code = codeOf(request.execution);
      if (!code) throw new Error(`The code of "${tool.toolId}" is not loaded.`);
      // Made for those that look at them; so is the signal.
      let watched: ReturnType<typeof watchFiles> | undefined;
      // Its own: what it does to them changes nothing that was decided, or will be recorded.
      const outputs = await code.run(copyJson(inputs), {
        ...context,
        now,
        progress,
        get files() {
          const { files } = request;
          if (files && !watched) watched = watchFiles(files);
          return watched?.files ?? null;
        },
        get signal() {
          return request.signal;
        },
      });
      return { state: "completed", outputs, ...(watched && { artifacts: watched.artifacts() }) };
    },
  };
}
