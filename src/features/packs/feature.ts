import type { Engine } from "../../engine/engine.ts";
import { keep } from "../../engine/feature-key.ts";
import { sessionPacks } from "../../schema/attachment.ts";
import { PACKS_CAPABILITY } from "../../schema/pack.ts";
import type { Feature } from "../feature.ts";
import { bundleUses, packChanges } from "./attach-packs.ts";
import { capabilityPacks } from "./capability-packs.ts";
import { composePacks } from "./compose-packs.ts";
import { enablePackTools } from "./enable-tools.ts";
import { packCalls } from "./pack-calls.ts";
import { createPackExecutor } from "./pack-executor.ts";
import { PACKS, type Packs } from "./packs.ts";

type Parts = {
  readonly engine: () => Engine;
  readonly packs: Packs;
  /** Most tokens of the descriptions of packs in a prompt; null for a share of the model's window. */
  readonly blockTokens: number | null;
};

export function createPacksFeature({ engine, packs, blockTokens }: Parts): Feature {
  return {
    name: "packs",
    executors: {
      pack: createPackExecutor({
        shelf: packs.shelf,
        enable: (...wanted) => enablePackTools(engine().gate, ...wanted),
      }),
    },
    capabilities: [capabilityPacks],
    keeps: [keep(PACKS, packs)],
    call: packCalls(engine),
    session: {
      owns: {
        capabilities: [PACKS_CAPABILITY],
        kind: "pack",
        names: { prefix: `${PACKS_CAPABILITY}_`, of: "the tools of packs" },
      },
      // Most sessions have no pack: for these, this file is all that they see of packs.
      compose: async (parts) =>
        sessionPacks(parts.attachments ?? []).length > 0
          ? composePacks(engine(), parts, blockTokens)
          : undefined,
      onFork: ({ id, attachments }) =>
        sessionPacks(attachments).length > 0 ? bundleUses(id, attachments) : [],
      onMessage: async (session, wanted) =>
        wanted.attach || wanted.detach || wanted.opens?.reads || wanted.opens?.tools
          ? packChanges(engine(), session, wanted, wanted.by ?? session.createdBy)
          : [],
    },
  };
}
