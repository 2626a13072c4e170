import type { Engine } from "../../engine/engine.ts";
import { resolveTool } from "../../gate/catalog/resolve-tool.ts";
import { BUNDLES } from "../bundles/bundles.ts";
import type { Feature } from "../feature.ts";
import { condense } from "./condense.ts";
import { answerTurn } from "./contexts/answer-turn.ts";
import { openRun } from "./contexts/open-run.ts";
import type { RunParts } from "./contexts/turn.ts";
import { concernsRouter, createRouter } from "./delegation/router.ts";
import { endRunsOfTurn, runsOfTurn } from "./end-runs-of-turn.ts";
import { runEntry } from "./run-entry.ts";
import { takeTurn } from "./take-turn.ts";

type Parts = Pick<RunParts, "delegation"> & { readonly engine: () => Engine };

export function createSkillsFeature({ engine, delegation }: Parts): Feature {
  const router = createRouter(engine);
  let isStarted = false;
  const parts: RunParts = {
    get gate() {
      return engine().gate;
    },
    delegation,
    condense: (text) => condense(engine(), text),
  };
  return {
    name: "skills",
    call: {
      async entryFor({ toolId, contextId, parent }) {
        const { gate, of } = engine();
        if (contextId === null || !gate.catalog.getEntry(toolId)?.contract) return undefined;
        const entry = resolveTool(gate.catalog, toolId, parent !== undefined);
        const own = await runEntry(
          { store: gate.store, shelf: of(BUNDLES).shelf },
          entry,
          contextId,
        );
        return own === entry ? undefined : { entry: own };
      },
      openRun: (call, entry, earlier) => openRun(parts, call, entry, earlier),
      takeTurn: (wanted) => takeTurn(engine(), wanted),
    },
    session: {
      async onCancel(session, actor) {
        const runs = await runsOfTurn(engine(), session);
        return () => endRunsOfTurn(engine(), runs, actor);
      },
      onResume: (waiting, answer, actor) => answerTurn(engine().gate, waiting, answer, actor),
    },
    onCommit: (changes) => {
      if (isStarted && concernsRouter(changes)) router.wake();
    },
    start() {
      isStarted = true;
      router.wake();
    },
    tick: () => router.route(),
    async stop() {
      isStarted = false;
      await router.stop();
    },
  };
}
