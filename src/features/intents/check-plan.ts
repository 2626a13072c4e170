import * as z from "zod";
import { isJsonObject, type JsonObject } from "../../base/json.ts";
import type { RuntimeAgent } from "../../engine/composition/compose.ts";
import { schemaProblems } from "../../gate/inputs/schema-problems.ts";
import { Plan, PlanStep } from "../../schema/plan.ts";
import { referencesIn } from "../../schema/references.ts";
import type { Tool } from "../../schema/tool.ts";
import { SESSION_FILES } from "./machine-paths.ts";

/** What a model hands over: its own names for tools, and nothing is believed yet. */
export const ProposedPlan = z.object({
  steps: z
    .array(
      z.object({
        id: PlanStep.shape.id,
        name: z.string().min(1).max(256),
        input: z.record(z.string(), z.json()).default({}),
        says: z.string().max(2_000).default(""),
      }),
    )
    .min(1)
    .max(1_000),
});
type Proposed = z.infer<typeof ProposedPlan>["steps"][number];

export type CheckedPlan = { readonly plan: Plan } | { readonly problems: readonly string[] };

/** Nobody confirms, or leaves the dry run, by saying so (X7). */
const FORGED = ["confirmed", "dry_run", "approved", "approval_id"];
const MOST_SAID = 500;

type Checks = {
  /** Whether a tool asks for what is missing in its inputs by itself. */
  readonly checksItself?: (toolId: string) => boolean | undefined;
  /** The paths of the task that name files of the machine. */
  readonly ofMachine?: ReadonlySet<string>;
};

/**
 * A plan whose every step is one of the agent's tools, with inputs that fit it as far as they are
 * known and references that lead back; or all that is wrong with it, in words for its author.
 */
export function checkPlan(
  { findTool }: Pick<RuntimeAgent, "findTool">,
  proposed: unknown,
  most: number,
  { checksItself = () => false, ofMachine = new Set() }: Checks = {},
): CheckedPlan {
  const read = ProposedPlan.safeParse(proposed);
  if (!read.success) return { problems: read.error.issues.slice(0, 10).map(inWords) };
  const { steps } = read.data;
  if (steps.length > most) {
    return { problems: [`A plan has at most ${most} steps, and this one has ${steps.length}.`] };
  }
  const problems: string[] = [];
  const before = new Set<string>();
  const checked = steps.map((step) => {
    const tool = findTool(step.name);
    const inputs = tool ? withoutForged(tool, step.input) : step.input;
    const isChecked = tool !== undefined && checksItself(tool.toolId) === true;
    problems.push(...problemsOf({ ...step, input: inputs }, tool, before, isChecked));
    if (tool?.capabilityId === SESSION_FILES) {
      const strays = Object.values(inputs).filter(
        (path) => typeof path === "string" && ofMachine.has(path),
      );
      problems.push(
        ...strays.map(
          (path) =>
            `Step "${step.id}": ${path} is of the machine, and the session has no such file. Use a tool of file_agent.`,
        ),
      );
    }
    before.add(step.id);
    return { id: step.id, toolId: tool?.toolId ?? "", inputs, says: saysOf(step, tool) };
  });
  return problems.length > 0 ? { problems } : { plan: Plan.parse({ steps: checked }) };
}

function problemsOf(
  { id, name, input }: Proposed,
  tool: Tool | undefined,
  before: ReadonlySet<string>,
  checksItself: boolean,
): string[] {
  const here = `Step "${id}"`;
  if (before.has(id)) return [`${here}: there are two steps of this id.`];
  if (!tool) return [`${here}: "${name.slice(0, 100)}" is not one of the tools.`];
  const references = referencesIn(input);
  const bad = references.flatMap(({ at, reference }) => {
    if (!reference) return [`${here}: the reference in "${at}" needs "$from" and "path".`];
    if (before.has(reference.$from)) return [];
    return [`${here}: "${at}" refers to "${reference.$from}", which is no earlier step.`];
  });
  // What an earlier step gives is known only then: it is held against the schema once more.
  const isOpen = (field: string) =>
    references.some(
      ({ at }) => field === at || field.startsWith(`${at}/`) || at.startsWith(`${field}/$join/`),
    );
  if (checksItself) return bad;
  const misfits = schemaProblems(tool.inputSchema, input).filter(({ field }) => !isOpen(field));
  return [...bad, ...misfits.map(({ message }) => `${here}: ${message}`)];
}

function withoutForged(tool: Tool, input: JsonObject): JsonObject {
  const { properties } = tool.inputSchema;
  const isOwn = (name: string) =>
    name !== "confirmed" && isJsonObject(properties) && Object.hasOwn(properties, name);
  const forged = FORGED.filter((name) => Object.hasOwn(input, name) && !isOwn(name));
  if (forged.length === 0) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !forged.includes(name)));
}

function saysOf({ says, name }: Proposed, tool: Tool | undefined): string {
  const said = says.trim() || tool?.description.split(/(?<=\.)\s/)[0] || name;
  return said.slice(0, MOST_SAID);
}

function inWords({ path, message }: z.core.$ZodIssue): string {
  return `"${path.join(".") || "plan"}": ${message}.`;
}
