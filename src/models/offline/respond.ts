import { isJsonObject, type JsonValue } from "../../base/json.ts";
import type { Message } from "../../schema/message.ts";
import type { OfferOption } from "../../schema/offer.ts";
import type { PlanStep } from "../../schema/plan.ts";
import { resolveReferences } from "../../schema/references.ts";
import type { Tool } from "../../schema/tool.ts";
import type { ModelPlan, ModelReply, ModelRequest } from "../model.ts";
import { missingIn } from "./known-tool.ts";
import { propose } from "./propose.ts";
import { tellResults } from "./tell-results.ts";
import { readResult } from "./tool-result.ts";

/** The next call, or the answer. It follows from the conversation alone: nothing is remembered. */
export async function respond(request: ModelRequest): Promise<ModelReply> {
  const { messages, tools, chosen } = request;
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const since = messages.slice(asked + 1);
  const made = since.flatMap(({ toolCalls = [] }) => toolCalls);
  const proposal =
    chosen ?? (await propose({ ...request, messages: messages.slice(0, asked + 1) }));
  if (made.length === 0) {
    if ("text" in proposal) {
      const { text } = proposal;
      return { text, toolCalls: [], ...("options" in proposal && { offer: proposal.options }) };
    }
    const question = chosen && askMissing(chosen, tools);
    if (question) return { ...question, toolCalls: [] };
  }
  const steps = "steps" in proposal ? proposal.steps : [];
  const hasFailed = since.some((it) => it.role === "tool" && !readResult(it).ok);
  const isSame = made.every(({ toolId }, at) => toolId === steps[at]?.toolId);
  const next = isSame && !hasFailed ? steps[made.length] : undefined;
  const call = next && callOf(next, since);
  if (call) return { text: "", toolCalls: [call] };
  const left = isSame ? steps.slice(made.length) : [];
  const undone = left.length > 0 ? [`Not done: ${left.map(({ says }) => says).join("; ")}.`] : [];
  return { text: [...tellResults(since, tools), ...undone].join("\n"), toolCalls: [] };
}

/** The same for a task: all steps at once, and nothing called yet. */
export async function plan(request: ModelRequest): Promise<ModelPlan> {
  const { messages, tools, chosen } = request;
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const proposal =
    chosen ?? (await propose({ ...request, messages: messages.slice(0, asked + 1) }));
  if ("text" in proposal) {
    return { text: proposal.text, ...("options" in proposal && { offer: proposal.options }) };
  }
  const question = chosen && askMissing(chosen, tools);
  if (question) return question;
  return {
    steps: proposal.steps.map(({ id, toolId, inputs, says }) => ({
      ...{ id, name: toolId, input: inputs, says },
    })),
  };
}

/** A chosen card whose required fields are not all filled is asked about once more. */
function askMissing(
  chosen: OfferOption,
  tools: readonly Tool[],
): { readonly text: string; readonly offer: readonly OfferOption[] } | undefined {
  const [step] = chosen.steps;
  const tool = tools.find(({ toolId }) => toolId === step?.toolId);
  const missing = step && tool ? missingIn(tool, step.inputs) : [];
  if (missing.length === 0) return undefined;
  const text = `This needs a value for: ${missing.map(({ name }) => name).join(", ")}.`;
  return { text, offer: [{ ...chosen, value: "1", missing }] };
}

function callOf({ toolId, inputs }: PlanStep, since: readonly Message[]) {
  const results = since.filter(({ role }) => role === "tool");
  const outputsOf = (id: string): JsonValue | undefined => {
    const message = results[Number(id.slice(1)) - 1];
    const result = message && readResult(message);
    return result?.ok ? result.outputs : undefined;
  };
  const input = resolveReferences(inputs, outputsOf);
  return isJsonObject(input) ? { name: toolId, input } : undefined;
}
