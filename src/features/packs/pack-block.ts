import { cutLine } from "../../base/one-line.ts";
import { estimateText } from "../../engine/composition/estimate-tokens.ts";
import type { Block } from "../../engine/session-feature.ts";
import type { SessionPack } from "../../schema/attachment.ts";
import type { PackBudget } from "./pack-budget.ts";

const HEADING = "Capability Packs (attached; metadata only):";

/** What a model has to know to use packs (P16). */
const BOOTSTRAP = [
  'Packs are available only if listed in "Capability Packs (attached; metadata only)".',
  "To use a pack's procedure, first call capability_packs.open_docs(pack_id).",
  "To access additional files, call capability_packs.read_file(pack_id, path, ...).",
  "If a pack has tools (has_tools_json: true) and you need execution, call capability_packs.enable_tools(pack_id) before attempting to call any pack tool.",
  "Never assume pack contents without opening/reading them.",
  "Prefer asking the user for missing inputs over guessing.",
]
  .map((line) => `- ${line}`)
  .join("\n");

type Shown = Pick<SessionPack, "id" | "name" | "description" | "hasToolsJson">;

/** Shorter says nothing any more. */
const SHORTEST = 20;

/**
 * The packs of a session in a system prompt, and how they are used (P14–P16). Over budget, descriptions
 * are shortened evenly, then left out; the ids and names always stand.
 */
export function packBlock(packs: readonly Shown[], budget: PackBudget): Block {
  const whole = blockOf(packs, Number.POSITIVE_INFINITY);
  const tokens = estimateText(whole);
  if (tokens <= budget.tokens) {
    return { text: withBootstrap(whole), shortened: "no", warnings: [] };
  }
  const most = longestThatFits(packs, budget.tokens);
  const what = most === 0 ? "left out" : `cut to ${most} characters each`;
  const why = `whole, they take about ${tokens} tokens, and ${budget.why}`;
  return {
    text: withBootstrap(blockOf(packs, most)),
    shortened: most === 0 ? "left_out" : "cut",
    warnings: [`Descriptions of packs are ${what}: ${why}. Detach a pack, or ${budget.advice}.`],
  };
}

function withBootstrap(block: string): string {
  return `${block}\n\n${BOOTSTRAP}`;
}

function blockOf(packs: readonly Shown[], most: number): string {
  return [HEADING, ...packs.map((pack) => entryOf(pack, most))].join("\n");
}

function entryOf({ id, name, description, hasToolsJson }: Shown, most: number): string {
  const shown = most === 0 ? "" : cutLine(description, most);
  return [
    `- pack_id: ${id}`,
    `  name: ${name}`,
    ...(shown === "" ? [] : [`  description: ${shown}`]),
    `  has_tools_json: ${hasToolsJson}`,
  ].join("\n");
}

/** How many characters each description may have; 0 when not even a few fit. */
function longestThatFits(packs: readonly Shown[], budget: number): number {
  let [fits, over] = [0, Math.max(...packs.map(({ description }) => description.length))];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (estimateText(blockOf(packs, middle)) <= budget) fits = middle;
    else over = middle;
  }
  return fits < SHORTEST ? 0 : fits;
}
