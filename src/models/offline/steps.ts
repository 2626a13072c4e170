import type { JsonObject } from "../../base/json.ts";
import { sayCall } from "../../base/say-call.ts";
import type { PlanStep } from "../../schema/plan.ts";
import type { Tool } from "../../schema/tool.ts";
import { cutText } from "./clauses.ts";
import type { Fit } from "./fit.ts";
import { fitsOf } from "./fits.ts";
import type { LastResult } from "./last-result.ts";
import { pointerTo } from "./outputs.ts";
import type { Reading } from "./reading.ts";

const MOST_CALLS = 20;

/** One call, or one for each of several files. */
export function stepsOf({ known: { tool }, filled, inputs }: Fit): PlanStep[] {
  const several = filled.find(({ each }) => each);
  const all = several?.each?.map((value) => ({ ...inputs, [several.field.name]: value })) ?? [
    inputs,
  ];
  return all.slice(0, MOST_CALLS).map((each, at) => ({
    ...{ id: `s${at + 1}`, toolId: tool.toolId, inputs: each, says: sayCall(tool.name, each) },
  }));
}

/** "… saying hi and then close it": a text may have swallowed a step of its own. */
export function swallowsClause({ filled }: Fit, text: string): boolean {
  return /\bthen\s/i.test(text) && filled.some(({ isFree }) => isFree);
}

type Read = (text: string, before?: LastResult) => Promise<Reading>;

/** Several calls, where every part of the request is covered by an example of its tool. */
export async function planOf(
  text: string,
  tools: readonly Tool[],
  read: Read,
): Promise<PlanStep[] | undefined> {
  const parts = cutText(text);
  if (parts.length < 2) return undefined;
  for (const cut of parts.length === 2
    ? [parts]
    : [parts, [parts[0] ?? "", parts.slice(1).join(" ")]]) {
    const steps = await stepsOfParts(cut, tools, read);
    if (steps) return steps;
  }
  return undefined;
}

async function stepsOfParts(
  parts: readonly string[],
  tools: readonly Tool[],
  read: Read,
): Promise<PlanStep[] | undefined> {
  const steps: PlanStep[] = [];
  let before: LastResult | undefined;
  for (const part of parts) {
    const reading = await (before ? read(part, before) : read(part));
    if (reading.tokens.every(({ isHarmless }) => isHarmless)) continue;
    const [best] = fitsOf(reading, tools).filter((it) => it.isCovered);
    if (!best || best.filled.some(({ each }) => each)) return undefined;
    const inputs = withReferences(best.inputs, steps.at(-1));
    const { tool } = best.known;
    steps.push({
      id: `s${steps.length + 1}`,
      toolId: tool.toolId,
      inputs,
      says: sayCall(tool.name, inputs),
    });
    before = expected(tool, inputs, steps.length);
  }
  return steps.length > 1 ? steps : undefined;
}

/** Marks, inside of a plan, what a step will bring: it is replaced by a reference to that step. */
const COMING = "\u0000coming:";

/** What a step will leave behind, as the conversation will have it. */
function expected(tool: Tool, inputs: JsonObject, step: number): LastResult {
  const path = [inputs.to, inputs.destination, inputs.path].find((it) => typeof it === "string");
  const text = pointerTo(tool, "string") ?? pointerTo(tool, "number");
  return {
    tool,
    files: typeof path === "string" ? [{ path, isOfMachine: tool.sourceType === "agent" }] : [],
    isCut: false,
    ...(text !== undefined && { text: `${COMING}s${step}${text}` }),
    ...(typeof inputs.expression === "string" && { expression: inputs.expression }),
  };
}

function withReferences(inputs: JsonObject, before: PlanStep | undefined): JsonObject {
  if (!before) return inputs;
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => {
      if (typeof value !== "string" || !value.startsWith(COMING)) return [name, value];
      const [, step = "", path = ""] = /^(s\d+)(\/.*)$/.exec(value.slice(COMING.length)) ?? [];
      return [name, { $from: step, path }];
    }),
  );
}
