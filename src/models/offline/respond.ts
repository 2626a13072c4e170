import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { Message } from "../../schema/message.ts";
import type { Tool } from "../../schema/tool.ts";
import type { ModelReply, ModelRequest } from "../model.ts";
import { broughtBy } from "./agent-answer.ts";
import { THAT } from "./arithmetic/terms.ts";
import type { Candidate } from "./candidate.ts";
import type { PlannedCall } from "./complete-calls.ts";
import { filesIn } from "./file-set.ts";
import { planOf } from "./plan.ts";
import { previousNumber, previousPath, previousResult, previousText } from "./previous-result.ts";
import { tellResults } from "./tell-results.ts";
import { readResult } from "./tool-result.ts";
import { isValidInput } from "./valid-input.ts";

type Heard = Pick<ModelRequest, "messages" | "tools" | "otherTools" | "folders" | "machinePaths">;

/** The answer to a conversation. A plan is made again from the text at every step. */
export async function respond(heard: Heard): Promise<ModelReply> {
  const { messages } = heard;
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const looked = messages.slice(asked + 1);
  const plan = await planOf({ ...heard, messages: messages.slice(0, asked + 1), looked });
  if (messages.at(-1)?.role === "tool") {
    const hasFailed = looked.some((it) => it.role === "tool" && !readResult(it).ok);
    if ("calls" in plan && plan.isLook && !hasFailed) return callNext(plan.calls, 0, heard);
    // What was changed is told, whatever the message is taken for now that it is.
    if ("reply" in plan && !hasFailed && !hasChanged(heard, looked)) return plan.reply;
    const calls = "calls" in plan ? plan.calls : [];
    const reply = afterResults(heard, asked, calls, plan.looked ?? 0);
    const isOver = reply.toolCalls.length === 0 && "calls" in plan && plan.after !== undefined;
    return isOver && hasFound(heard.messages)
      ? { ...reply, text: `${reply.text}\n${plan.after}` }
      : reply;
  }
  if ("reply" in plan) return plan.reply;
  const next = callNext(plan.calls, 0, heard);
  return plan.note === undefined || next.toolCalls.length === 0
    ? next
    : { ...next, text: plan.note };
}

/** Whether calls of this turn did more than to look. */
function hasChanged({ tools }: Heard, messages: readonly Message[]): boolean {
  const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls);
  return calls.some(({ toolId }) =>
    tools.some((tool) => tool.toolId === toolId && !tool.behaviour.readOnly),
  );
}

/** The next step of the plan, unless the last one came to nothing; then all that is to be told. */
function afterResults(
  heard: Heard,
  asked: number,
  calls: readonly PlannedCall[],
  looks: number,
): ModelReply {
  const steps = heard.messages.slice(asked + 1);
  const done = steps.flatMap(({ toolCalls = [] }) => toolCalls).length - looks;
  const hasFailed = steps.some((message) => message.role === "tool" && !readResult(message).ok);
  const next = hasFailed || done >= calls.length ? undefined : callNext(calls, done, heard);
  if (next && next.toolCalls.length > 0) return next;
  const left = calls.slice(done).map(({ tool }) => tool.name);
  const undone = left.length > 0 ? [`So I did not go on with ${left.join(", ")}.`] : [];
  // What was read only to be written again with more behind it is no news.
  const isTold = (at: number) =>
    at >= looks &&
    (!calls[at - looks + 1]?.carried.some(({ behind }) => behind) || left.length > 0);
  return say([...tellResults(steps, heard.tools, isTold), ...undone].join("\n"));
}

/** The next call, with those that do the same to other files. */
function callNext(calls: readonly PlannedCall[], from: number, heard: Heard): ModelReply {
  const first = call(calls[from], heard);
  const until = calls.findIndex(({ isSame }, at) => at > from && !isSame);
  const same = calls.slice(from + 1, until < 0 ? calls.length : until);
  const others = same.flatMap((planned) => call(planned, heard).toolCalls);
  return first.toolCalls.length === 0
    ? first
    : { ...first, toolCalls: [...first.toolCalls, ...others] };
}

function call(planned: PlannedCall | undefined, { messages, tools }: Heard): ModelReply {
  if (!planned) return say("There is nothing left to do.");
  const { tool, input, carried } = planned;
  if (carried.length === 0) return { text: "", toolCalls: [{ name: tool.toolId, input }] };
  const taken = carried.map((candidate) => [
    candidate.field.name,
    takeOver(candidate, { messages, tools }),
  ]);
  const whole: JsonObject = { ...(isJsonObject(input) ? input : {}), ...Object.fromEntries(taken) };
  if (taken.some(([, value]) => value === undefined) || !isValidInput(tool, whole)) {
    return say(cannotGoOn(tool));
  }
  return { text: "", toolCalls: [{ name: tool.toolId, input: whole }] };
}

export function cannotGoOn({ name }: Tool): string {
  return `I cannot use what came before as the input of ${name}. Say what to use.`;
}

/** What a field is filled with from the results before. */
export function takeOver(
  { field, value, behind }: Candidate,
  { messages, tools }: Heard,
): JsonValue | undefined {
  if (behind) return addedTo(previousText(messages), String(value));
  if (field.kinds.has("path")) return previousPath(messages) ?? value;
  if (field.name !== "expression") return previousResult(field, messages, tools);
  const number = previousNumber(messages);
  if (number === undefined) return undefined;
  return String(value).replaceAll(THAT, number < 0 ? `(${number})` : String(number));
}

/** Whether the last result lists any files at all. */
function hasFound(messages: readonly Message[]): boolean {
  const last = messages.at(-1);
  const result = last && readResult(last);
  const set = result?.ok ? filesIn(broughtBy(result.outputs)) : undefined;
  return (set?.files.length ?? 0) > 0;
}

/** On a line of its own, as people write in files. */
function addedTo(before: string | undefined, text: string): string | undefined {
  if (before === undefined) return undefined;
  return before === "" || before.endsWith("\n") ? `${before}${text}` : `${before}\n${text}`;
}

function say(text: string): ModelReply {
  return { text, toolCalls: [] };
}
