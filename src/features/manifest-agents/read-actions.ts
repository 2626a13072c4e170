import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { RiskLevel } from "../../schema/risk-level.ts";
import type { AgentFiles } from "../bundles/agent-files.ts";
import { permissionOf } from "./agent-permissions.ts";
import { readSpec } from "./read-spec.ts";
import { shown, textsIn } from "./shown-texts.ts";

/** One thing that an agent can be asked to do. */
export type AgentAction = {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** Of its `result`. */
  readonly outputSchema?: JsonObject;
  /** The permissions that its author says it needs; undefined where only its name is given. */
  readonly needs?: readonly string[];
  readonly destructive?: boolean;
  readonly inPlace?: boolean;
  readonly risk?: RiskLevel;
  readonly examples: readonly string[];
};

const MAX_ACTIONS = 100;
const NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;
/** Of a bare name nobody says what it takes. */
const ANYTHING: JsonObject = { type: "object" };

/** `actions` as names, as in the document, or as objects that say more. */
export function readActions(
  value: JsonValue | undefined,
  files: AgentFiles,
  warnings: string[],
): { readonly actions: readonly AgentAction[]; readonly problem?: string } {
  if (!Array.isArray(value) || value.length === 0) {
    return { actions: [], problem: 'The manifest lists no "actions": there is nothing to call.' };
  }
  if (value.length > MAX_ACTIONS) {
    return { actions: [], problem: `The manifest lists more than ${MAX_ACTIONS} actions.` };
  }
  const spec = readSpec(files);
  const actions = new Map<string, AgentAction>();
  for (const one of value) {
    const fields: JsonObject = isJsonObject(one) ? one : { name: one };
    const name = shown(fields.name, 100);
    if (!NAME.test(name)) warnings.push(`"${name}" is not the name of an action: left out.`);
    else if (actions.has(name)) warnings.push(`The action "${name}" is listed twice.`);
    else actions.set(name, readAction(name, fields, spec.get(name) ?? "", warnings));
  }
  if (actions.size > 0) return { actions: [...actions.values()] };
  return { actions: [], problem: 'None of the "actions" has a name that can be called.' };
}

function readAction(
  name: string,
  fields: JsonObject,
  told: string,
  warnings: string[],
): AgentAction {
  const { input_schema: input, output_schema: output, effects, destructive } = fields;
  const description = shown(fields.description, 2_000) || told;
  const risk = RiskLevel.safeParse(fields.risk_level).data;
  return {
    name,
    description: description || `The action "${name}".`,
    inputSchema: isJsonObject(input) ? withoutConfirmed({ ...ANYTHING, ...input }) : ANYTHING,
    ...(isJsonObject(output) && { outputSchema: output }),
    ...(Array.isArray(effects) && { needs: needsOf(name, textsIn(effects), warnings) }),
    ...(typeof destructive === "boolean" && { destructive }),
    ...(typeof fields.in_place === "boolean" && { inPlace: fields.in_place }),
    ...(risk && { risk }),
    examples: textsIn(fields.examples).slice(0, 20),
  };
}

function needsOf(name: string, effects: readonly string[], warnings: string[]): string[] {
  return effects.flatMap((effect) => {
    const permission = permissionOf(effect);
    if (permission === undefined) warnings.push(`"${name}": the effect "${effect}" is not known.`);
    return permission ?? [];
  });
}

/** Nobody is asked for it, and nobody can send it: a recorded approval sets it. */
function withoutConfirmed(schema: JsonObject): JsonObject {
  const { properties, required, ...rest } = schema;
  const kept = Object.entries(isJsonObject(properties) ? properties : {}).filter(
    ([name]) => name !== "confirmed",
  );
  return {
    ...rest,
    ...(isJsonObject(properties) && { properties: Object.fromEntries(kept) }),
    ...(Array.isArray(required) && { required: required.filter((name) => name !== "confirmed") }),
  };
}
