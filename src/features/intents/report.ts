import { isJsonObject, type JsonValue } from "../../base/json.ts";
import type { RuntimeAgent } from "../../engine/composition/compose.ts";
import type { Model, ModelRequest } from "../../models/model.ts";
import type { ToolCall } from "../../schema/message.ts";
import type { Plan, PlanStep } from "../../schema/plan.ts";
import type { StepDone } from "./steps-done.ts";

type Reported = {
  readonly plan: Plan;
  readonly done: readonly StepDone[];
  readonly dryRun: boolean;
  /** Why the next step was not called, where there is one. */
  readonly problem: string | null;
  /** What was found to be otherwise than promised, and what can be taken back. */
  readonly notes: readonly string[];
};

const MOST_TEXT = 4_000;

/** What happened, in sentences: what each step gave, what was left undone and why. */
export async function report(
  model: Model,
  request: ModelRequest,
  agent: RuntimeAgent,
  { plan, done, dryRun, problem, notes }: Reported,
): Promise<string> {
  const left = plan.steps.slice(done.length);
  const told = done.length === 0 ? "" : await tell(model, request, agent, done);
  const stopped = problem === null ? [] : [`I could not go on: ${problem}`];
  const rest = left.map(says).join(" ");
  const undone = rest === "" ? [] : [`${dryRun ? "Not tried" : "Not done"}: ${rest}`];
  const dry = dryRun ? ["Nothing was changed: this only says what would happen."] : [];
  return [told, ...stopped, ...undone, ...notes, ...dry].filter(Boolean).join("\n");
}

function says({ says: said }: PlanStep): string {
  return /[.!?]$/.test(said) ? said : `${said}.`;
}

/** In the model's own words where all went well; what did not is told as its tool said it (I34). */
async function tell(
  model: Model,
  request: ModelRequest,
  agent: RuntimeAgent,
  done: readonly StepDone[],
): Promise<string> {
  const plain = done.map(sentence).join("\n");
  if (done.some(({ state }) => state !== "completed")) return plain;
  // An agent that says in a sentence what it changed needs nobody to say it again.
  if (done.every(({ outputs, call }) => performed(outputs) && isEffect(agent, call))) return plain;
  const reply = await model.respond({ ...request, messages: named(request, agent) });
  const text = reply.text.trim();
  // A model that only repeats what was done leaves the answers out.
  const deeds = done.map(({ outputs }) => deed(outputs) ?? "").join("\n");
  return reply.toolCalls.length > 0 || text === "" || text === deeds ? plain : reply.text;
}

/** Calls by the names that people know their tools by. */
function named({ messages }: ModelRequest, { findTool }: RuntimeAgent): ModelRequest["messages"] {
  return messages.map((message) =>
    message.toolCalls
      ? {
          ...message,
          toolCalls: message.toolCalls.map((call) => ({
            ...call,
            name: findTool(call.toolId ?? call.name)?.name ?? call.name,
          })),
        }
      : message,
  );
}

function sentence({ step, state, outputs, problem }: StepDone): string {
  if (state === "completed") return performed(outputs) ?? `${says(step)} ${shown(outputs)}`.trim();
  const why = problem ?? "It did not end.";
  return state === "blocked"
    ? `Not allowed: ${says(step)} ${why}`
    : `Did not work: ${says(step)} ${why}`;
}

function isEffect({ findTool }: RuntimeAgent, { toolId, name }: ToolCall): boolean {
  return findTool(toolId ?? name)?.behaviour.readOnly === false;
}

/** What a manifest agent says that it did, and its answer where that is a text. */
function performed(outputs: JsonValue): string | undefined {
  const said = deed(outputs);
  if (said === undefined || !isJsonObject(outputs)) return undefined;
  const { result } = outputs;
  const isTold = typeof result !== "string" || result.trim() === "" || said.includes(result);
  return isTold ? said : `${said}\n${shown(result)}`;
}

function deed(outputs: JsonValue): string | undefined {
  const said = isJsonObject(outputs) ? outputs.action_performed : undefined;
  if (typeof said !== "string" || said === "") return undefined;
  return /[.!?]$/.test(said) ? said : `${said}.`;
}

function shown(outputs: JsonValue): string {
  if (outputs === null) return "";
  const text = typeof outputs === "string" ? outputs : JSON.stringify(outputs);
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text;
}
