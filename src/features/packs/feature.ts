import type { Engine } from "../../engine/engine.ts";
import { sessionPacks } from "../../schema/attachment.ts";
import { PACKS_CAPABILITY } from "../../schema/pack.ts";
import type { Feature } from "../feature.ts";
import { bundleUses, packChanges } from "./attach-packs.ts";
import { composePacks } from "./compose-packs.ts";

type Parts = {
  readonly engine: () => Engine;
  /** Most tokens of the descriptions of packs in a prompt; null for a share of the model's window. */
  readonly blockTokens: number | null;
};

export function createPacksFeature({ engine, blockTokens }: Parts): Feature {
  return {
    name: "packs",
    session: {
      owns: {
        capabilities: [PACKS_CAPABILITY],
        kind: "pack",
        names: { prefix: `${PACKS_CAPABILITY}_`, of: "the tools of packs" },
      },
      compose: (parts) => composePacks(engine(), parts, blockTokens),
      onFork: ({ id, attachments }) =>
        sessionPacks(attachments).length > 0 ? bundleUses(id, attachments) : [],
      onMessage: (session, wanted) =>
        packChanges(engine(), session, wanted, wanted.by ?? session.createdBy),
    },
  };
}
