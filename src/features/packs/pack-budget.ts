import { modelWindow } from "../../engine/model/model-window.ts";

/** How many tokens the descriptions of packs may take, and who says so. */
export type PackBudget = { readonly tokens: number; readonly why: string; readonly advice: string };

const SHARE = 0.02;
/** For a model that reads very little: ids, names and a few words. */
const LEAST = 200;

/** What the owner set, otherwise 2 % of what the model reads at once. */
export function packBudget(set: number | null, model: string): PackBudget {
  if (set !== null) {
    return { tokens: set, why: `limits.pack_block_tokens is ${set}`, advice: "raise it" };
  }
  const tokens = Math.max(LEAST, Math.floor(SHARE * modelWindow(model)));
  const why = `2 % of what ${model} reads at once is ${tokens}`;
  return { tokens, why, advice: "set limits.pack_block_tokens" };
}
