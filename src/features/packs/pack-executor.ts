import type { ExecutionResult, Executor } from "../../gate/executor.ts";
import { PackExecution } from "../../schema/execution.ts";
import { openDocs } from "./open-docs.ts";
import type { PackShelf } from "./pack-shelf.ts";
import { readPackFile } from "./read-pack-file.ts";

type Options = {
  readonly shelf: Pick<PackShelf, "files" | "bytes" | "text" | "tools">;
  /** From the next model call of this session on, and only while it has this very pack. */
  readonly enable: (sessionId: string, packId: string, bundle: string, by: string) => Promise<void>;
};

const FALL_BACK = "Read its docs instead, or run a program of it with exec_best_effort.";

/** Opens and reads packs, and enables their tools. What is read is the bundle that was judged. */
export function createPackExecutor({ shelf, enable }: Options): Executor {
  return {
    endsOnSignal: false,
    async execute({ execution, inputs, context }) {
      const { act, pack, bundle, entry_doc: entryDoc } = PackExecution.parse(execution);
      // A hook may have changed the inputs since the pack was looked up.
      if (inputs.pack_id !== pack) {
        return failed("PACK_NOT_ATTACHED", `This call was judged for the pack "${pack}".`);
      }
      if (act === "open_docs") return openDocs(shelf, bundle, entryDoc);
      if (act === "read_file") return readPackFile(shelf, bundle, inputs);
      const read = await shelf.tools(bundle);
      if (!read) {
        return failed("TOOLS_JSON_MISSING", `This pack has no tools.json. ${FALL_BACK}`);
      }
      if ("problem" in read) return failed("TOOLS_JSON_INVALID", `${read.problem} ${FALL_BACK}`);
      const { sessionId, actor, dryRun } = context;
      if (sessionId !== null && !dryRun) await enable(sessionId, pack, bundle, actor);
      const tools = read.tools.map(({ name, description }) => ({ name, description }));
      return { state: "completed", outputs: { enabled: true, tools } };
    },
  };
}

function failed(code: string, message: string): ExecutionResult {
  return { state: "failed", error: { code, message }, sideEffects: [] };
}
