import { intentId } from "../../base/intent-id.ts";
import type { RuntimeAgent } from "../../engine/composition/compose.ts";
import { deferredIndex } from "../../engine/composition/find-deferred.ts";
import { shownTools } from "../../engine/composition/shown-tools.ts";
import type { Engine } from "../../engine/engine.ts";
import type { ModelTurn } from "../../engine/session-feature.ts";
import { wouldRefuse } from "../../gate/approvals/would-refuse.ts";
import { directCall } from "../../gate/direct-call.ts";
import type { Model, ModelReply, ModelRequest } from "../../models/model.ts";
import type { IntentNote, Plan, PlanStep } from "../../schema/plan.ts";
import { referencesIn } from "../../schema/references.ts";
import type { Tool } from "../../schema/tool.ts";
import { checkPlan } from "./check-plan.ts";
import { type MadePlan, makePlan } from "./make-plan.ts";
import { type NextStep, nextSteps } from "./next-steps.ts";
import { report } from "./report.ts";
import { intentOf, planOf, type StepDone, stepsDone } from "./steps-done.ts";
import { verify } from "./verify.ts";

type Turn = ModelTurn & { readonly engine: Engine };

/**
 * The model of a turn that is an intent: it answers from the plan that is kept with the turn's first
 * answer and from what has become of the calls since, and asks the real one for the plan and for its
 * words alone. So such a turn goes on after a crash as any other does.
 */
export function planningModel(turn: Turn, model: Model): Model {
  const intent = intentOf(turn.messages, turn.session.turn);
  if (!intent) return model;
  return { ...model, respond: (request) => answer(turn, intent, model, request) };
}

async function answer(
  turn: Turn,
  intent: IntentNote,
  model: Model,
  request: ModelRequest,
): Promise<ModelReply> {
  const { engine, session, messages } = turn;
  const dryRun = isDry(turn, intent);
  const kept = planOf(engine.gate.keyring, messages, session.turn);
  if (kept) {
    const done = await stepsDone(engine, kept, messages, session.turn);
    return goOn(turn, { plan: kept, done, dryRun }, model, request);
  }
  const made = await begin(turn, intent, model, request);
  // The plan of a question is made when it is answered.
  if ("text" in made) return { ...made, toolCalls: [] };
  const { plan } = made;
  const refused = await firstRefused(turn, plan, dryRun);
  if (refused) {
    const text = `Not allowed: ${refused.step.says} ${refused.why}\nNothing was done.`;
    return { text, toolCalls: [], intent: { plan, refused: refused.step.id } };
  }
  const reply = await goOn(turn, { plan, done: [], dryRun }, model, request);
  return { ...reply, intent: { ...reply.intent, plan } };
}

const MOST_FOUND = 8;
const MOST_ASKED = 1_000;

type Standing = {
  readonly plan: Plan;
  readonly done: readonly StepDone[];
  readonly dryRun: boolean;
};

/** The calls of the next steps; or, when there are none to be made, what came of it all. */
async function goOn(
  turn: Turn,
  { plan, done, dryRun }: Standing,
  model: Model,
  request: ModelRequest,
): Promise<ModelReply> {
  const { engine, session, agent } = turn;
  const failed = done.some(({ state, code }) => state !== "completed" && !isOnlyDry(dryRun, code));
  const most = engine.limits.callsPerAnswer;
  const hasEnded = failed || done.length === plan.steps.length;
  const next = hasEnded
    ? []
    : nextSteps({
        plan,
        done,
        toolOf: agent.findTool,
        most,
        entryOf: engine.gate.catalog.getEntry,
      });
  const problem = "problem" in next ? next.problem : null;
  if (!("problem" in next) && next.length > 0) return call(next, dryRun);

  const { notes, moved } = await verify(engine, done);
  const undo = `To take it back: capstan undo ${intentId(session.id, session.turn)}`;
  const text = await report(model, request, agent, {
    plan,
    done,
    dryRun,
    problem,
    notes: [...notes, ...(moved.length > 0 ? [undo] : [])],
  });
  const note: IntentNote = {
    ...(moved.length > 0 && { moved: [...moved] }),
    ...(problem !== null && { stopped: plan.steps[done.length]?.id }),
  };
  return { text, toolCalls: [], ...(Object.keys(note).length > 0 && { intent: note }) };
}

/** The plan that is to be kept; or what to tell or ask in its place. */
async function begin(
  turn: Turn,
  intent: IntentNote,
  model: Model,
  request: ModelRequest,
): Promise<MadePlan> {
  const { engine, agent } = turn;
  if (intent.plan) return given(agent, intent.plan);
  const tools = [...request.tools, ...toolsBehindSearch(agent, model, request)];
  const checksItself = (toolId: string) => engine.gate.catalog.getEntry(toolId)?.checksOwnInputs;
  return makePlan({
    model,
    request: { ...request, tools },
    agent: { ...agent, findTool: finder(agent.findTool, tools) },
    most: engine.limits.planSteps,
    checksItself,
  });
}

/**
 * What the agent has and a model is not sent (X14). A model that plans by itself gets all of it: it
 * costs no tokens. Any other gets those that fit the task best.
 */
function toolsBehindSearch(
  { deferred }: RuntimeAgent,
  model: Model,
  { messages }: ModelRequest,
): readonly Tool[] {
  if (deferred.length === 0 || model.plan) return shownTools(deferred);
  const asked = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const found = deferredIndex(deferred).search(asked.slice(0, MOST_ASKED), MOST_FOUND);
  const ids = new Set(found.map(({ tool }) => tool.toolId));
  return shownTools(deferred.filter(({ toolId }) => ids.has(toolId)));
}

function finder(known: RuntimeAgent["findTool"], tools: readonly Tool[]): RuntimeAgent["findTool"] {
  return (name) =>
    known(name) ?? known(tools.find((tool) => tool.wireName === name)?.toolId ?? name);
}

/** Made by Capstan itself; the agent may have lost a tool since. */
function given(agent: RuntimeAgent, plan: Plan): MadePlan {
  const steps = plan.steps.map(({ id, toolId, inputs, says }) => ({
    id,
    name: toolId,
    input: inputs,
    says,
  }));
  const checked = checkPlan(agent, { steps }, steps.length);
  return "plan" in checked ? checked : { text: checked.problems.join("\n") };
}

function call(next: readonly NextStep[], dryRun: boolean): ModelReply {
  const toolCalls = next.map(({ tool, inputs }) => ({
    name: tool.toolId,
    input: inputs,
    ...(dryRun && { dryRun: true as const }),
  }));
  return { text: "", toolCalls };
}

/** Later steps that no approval would let through; the gate says so of the first one itself. */
async function firstRefused({ engine: { gate }, session }: Turn, plan: Plan, dryRun: boolean) {
  const actor = { id: session.createdBy, scopes: session.creatorScopes };
  for (const step of plan.steps.slice(1)) {
    if (!isKnown(step)) continue;
    const { toolId, inputs } = step;
    const wanted = directCall(gate, { toolId, inputs, actor, dryRun }, session);
    const why = await wouldRefuse(gate, wanted);
    if (why !== undefined) return { step, why };
  }
  return undefined;
}

function isKnown({ inputs }: PlanStep): boolean {
  return referencesIn(inputs).length === 0;
}

function isDry({ session }: Turn, { dryRun }: IntentNote): boolean {
  return dryRun === true || session.mode === "planning";
}

/** What cannot be tried is no reason not to try the rest. */
function isOnlyDry(dryRun: boolean, code: string | null): boolean {
  return dryRun && code === "DRY_RUN_UNSUPPORTED";
}
