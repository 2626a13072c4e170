import * as z from "zod";
import { isJsonObject, type JsonValue } from "../../base/json.ts";
import type { RuntimeAgent } from "../../engine/composition/compose.ts";
import type {
  Model,
  ModelPlan,
  ModelQuestion,
  ModelReply,
  ModelRequest,
} from "../../models/model.ts";
import type { Plan } from "../../schema/plan.ts";
import type { Tool } from "../../schema/tool.ts";
import { checkPlan, ProposedPlan } from "./check-plan.ts";

export type MadePlan = { readonly plan: Plan } | Extract<ModelPlan, { readonly text: string }>;

type Asked = {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly agent: RuntimeAgent;
  readonly most: number;
  /** Whether a tool asks for what is missing in its inputs by itself. */
  readonly checksItself: (toolId: string) => boolean | undefined;
};

/**
 * All that is to be done for the last message, checked; or what to tell or ask. A model that answers
 * step by step is asked for a plan as data, and told once what is wrong with it: then the person is.
 */
export async function makePlan({
  model,
  request,
  agent,
  most,
  checksItself,
}: Asked): Promise<MadePlan> {
  let problems: readonly string[] = [];
  // The same question to a model with a plan of its own gives the same plan.
  const attempts = model.plan ? 1 : 2;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const proposed = model.plan
      ? await model.plan(request)
      : await askForPlan(model, request, { most, problems, attempt });
    if ("text" in proposed) return proposed;
    const ofMachine = new Set(request.machinePaths?.map(({ path }) => path));
    const checked = checkPlan(agent, proposed, most, { checksItself, ofMachine });
    if ("plan" in checked) return checked;
    problems = checked.problems;
  }
  return {
    text: `I found no way to do this that I can check. ${problems[0] ?? ""} Nothing was done. What should I do instead?`,
    questions: [QUESTION],
  };
}

const QUESTION: ModelQuestion = {
  name: "task",
  type: "string",
  description: "The task in other words",
  required: true,
};

const PROPOSE = "propose_plan";

type Proposed =
  | { readonly steps: unknown }
  | { readonly text: string; readonly questions?: readonly ModelQuestion[] };

async function askForPlan(
  model: Model,
  request: ModelRequest,
  told: { readonly most: number; readonly problems: readonly string[]; readonly attempt: number },
): Promise<Proposed> {
  const { onText: _, ...quiet } = request;
  const reply = await model.respond({
    ...quiet,
    system: `${request.system}\n\n${instructions(told)}`.trim(),
    tools: [...request.tools, PROPOSE_PLAN],
    callsBefore: request.callsBefore + told.attempt,
  });
  return proposedBy(reply);
}

function proposedBy({ text, toolCalls, questions }: ModelReply): Proposed {
  const proposed = toolCalls.find(({ name }) => name === PROPOSE);
  if (proposed) return { steps: stepsIn(proposed.input) ?? [] };
  if (toolCalls.length > 0) {
    const steps = toolCalls.map(({ name, input }, index) => ({ id: `s${index + 1}`, name, input }));
    return { steps };
  }
  const steps = stepsIn(parsed(text));
  if (steps !== undefined) return { steps };
  return { text, ...(questions && { questions }) };
}

function stepsIn(value: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, "steps") ? value.steps : undefined;
}

/** A plan that was written down in place of a call, also in a fence. */
function parsed(text: string): JsonValue | undefined {
  const body = /^\s*(?:```(?:json)?\s*)?(\{[\s\S]*\})\s*(?:```\s*)?$/.exec(text)?.[1];
  if (body === undefined) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function instructions({ most, problems }: { most: number; problems: readonly string[] }): string {
  const wrong =
    problems.length === 0
      ? []
      : ["Your last plan cannot run:", ...problems.map((problem) => `- ${problem}`)];
  return [
    `Do not call the other tools now. Call ${PROPOSE} once with everything that has to be done, in at most ${most} steps: each names one of your tools and its input, and says in a sentence what it does.`,
    'Where an input is what an earlier step gives, write {"$from": "<step id>", "path": "<JSON pointer into its output>"} in its place.',
    "If nothing has to be done, answer in words. If you do not know what is meant, ask.",
    ...wrong,
  ].join("\n");
}

const { $schema: _, ...PLAN_SCHEMA } = z.toJSONSchema(ProposedPlan, { io: "input" });

/** Is sent to models alone: nobody can call it. */
const PROPOSE_PLAN: Tool = {
  toolId: `builtin:kernel:${PROPOSE}`,
  name: PROPOSE,
  wireName: PROPOSE,
  description: "Hands over all steps of a task at once, before any of them runs.",
  examples: [],
  inputSchema: JSON.parse(JSON.stringify(PLAN_SCHEMA)),
  outputSchema: null,
  riskLevel: "LOW",
  riskReasons: [],
  sideEffectTags: [],
  behaviour: { readOnly: true, idempotent: true, dryRun: false, timeoutMs: 1_000 },
  sourceType: "builtin",
  sourceId: "kernel",
  capabilityId: "kernel",
  trust: "builtin",
  version: "1.0.0",
  digest: "",
  enabled: true,
};
