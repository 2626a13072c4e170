import type { SessionParts } from "../../engine/composition/compose-session.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Contribution } from "../../engine/session-feature.ts";
import { sessionPacks } from "../../schema/attachment.ts";
import { PACKS_CAPABILITY } from "../../schema/pack.ts";
import { packBlock } from "./pack-block.ts";
import { packBudget } from "./pack-budget.ts";
import { PACKS } from "./packs.ts";

/**
 * The packs of a session: the block of its prompt (P13), the base tools (X43) and, from the next model
 * call on, the tools that were enabled (P21).
 */
export async function composePacks(
  { modelName, of }: Pick<Engine, "modelName" | "of">,
  { agent, attachments = [] }: SessionParts,
  blockTokens: number | null,
): Promise<Contribution> {
  const packs = sessionPacks(attachments);
  const enabled = packs.filter(({ toolsEnabled }) => toolsEnabled);
  const entries = await Promise.all(enabled.map(of(PACKS).entriesOf));
  const budget = packBudget(blockTokens, agent.model ?? modelName);
  return {
    key: JSON.stringify([
      packs.map(({ id, name, digest, entryDoc, toolsEnabled }) => [
        ...[id, name, digest, entryDoc, toolsEnabled],
      ]),
      // A pack that was disabled since has none.
      entries.map(({ length }) => length),
      budget,
    ]),
    capabilities: [PACKS_CAPABILITY],
    tools: entries.flat().map(({ tool }) => tool),
    block: () => packBlock(packs, budget),
  };
}
