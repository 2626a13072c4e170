import type { Engine } from "../../engine/engine.ts";
import { resolveTool } from "../../gate/catalog/resolve-tool.ts";
import type { Feature } from "../feature.ts";
import { answerTurn } from "./contexts/answer-turn.ts";
import { openRun } from "./contexts/open-run.ts";
import { endRunsOfTurn, runsOfTurn } from "./end-runs-of-turn.ts";
import { runEntry } from "./run-entry.ts";
import { takeTurn } from "./take-turn.ts";

export function createSkillsFeature({ engine }: { readonly engine: () => Engine }): Feature {
  return {
    name: "skills",
    call: {
      async entryFor({ toolId, contextId, parent }) {
        const { gate, folderShelf } = engine();
        if (contextId === null || !gate.catalog.getEntry(toolId)?.contract) return undefined;
        const entry = resolveTool(gate.catalog, toolId, parent !== undefined);
        return { entry: await runEntry({ store: gate.store, folderShelf }, entry, contextId) };
      },
      openRun: (call, entry, earlier) => openRun(engine().gate, call, entry, earlier),
      takeTurn: (wanted) => takeTurn(engine(), wanted),
    },
    session: {
      async onCancel(session, actor) {
        const runs = await runsOfTurn(engine(), session);
        return () => endRunsOfTurn(engine(), runs, actor);
      },
      onResume: (waiting, answer, actor) => answerTurn(engine().gate, waiting, answer, actor),
    },
  };
}
