import { timestamp } from "../../../base/clock.ts";
import { isJsonObject, type JsonObject } from "../../../base/json.ts";
import type { Executed } from "../../../gate/execute.ts";
import type { ExecutionResult } from "../../../gate/executor.ts";
import type { Gate } from "../../../gate/gate.ts";
import { type SchemaProblem, schemaProblems } from "../../../gate/inputs/schema-problems.ts";
import type { Turn } from "./turn.ts";

/**
 * What a turn answers without running anything: that its run has had all of its turns, or that inputs
 * are missing. Undefined where the code is to run. Nobody is asked to approve what does not happen.
 */
export function beforeTurn({ clock }: Pick<Gate, "clock">, turn: Turn): Executed | undefined {
  const result = passedOn(turn) ?? pastTurns(turn) ?? missing(turn);
  if (!result) return undefined;
  return {
    result: { ...result, sideEffects: [] },
    startedAt: timestamp(clock.now()),
    durationMs: 0,
  };
}

/** An answer to what the skill asks that was handed over to: the router gives it to that one. */
function passedOn({ memory }: Turn): ExecutionResult | undefined {
  return memory.handed?.state === "asked" ? { state: "delegating" } : undefined;
}

function pastTurns({ contract, memory, tool }: Turn): ExecutionResult | undefined {
  if (memory.turn <= contract.max_turns) return undefined;
  const turns = memory.before?.turn ?? 0;
  const { reason = "", fields = [] } = memory.before?.inputRequest ?? {};
  const asked = fields.flatMap((field) => (isJsonObject(field) ? [String(field.name)] : []));
  const message = `"${tool.name}" has had all of its ${contract.max_turns} turns and is not done. A person has to look at it.`;
  return {
    state: "escalated",
    error: { code: "TURN_LIMIT_REACHED", message },
    outputs: {
      report: {
        turns,
        max_turns: contract.max_turns,
        last_state: memory.before?.state ?? null,
        last_reason: reason,
        still_missing: asked,
        given: Object.keys(memory.given),
      },
    },
  };
}

/** A missing input is never an error of a skill that may ask (S27). */
function missing(turn: Turn): ExecutionResult | undefined {
  // Nobody gives inputs with what comes back: the skill goes on with what it remembers.
  if (turn.memory.handed) return undefined;
  const problems = inputProblems(turn);
  if (problems.length === 0) return undefined;
  const reason = problems.map(({ message }) => message).join(" ");
  if (!turn.checksOwnInputs)
    return { state: "blocked", error: { code: "INPUT_INVALID", message: reason } };
  const names = [...new Set(problems.map(({ field }) => topOf(field)))];
  return {
    state: "input_required",
    inputRequest: {
      kind: "fields",
      reason,
      fields: names.flatMap((name) => describeField(turn, name)),
    },
  };
}

/** What is wrong with the inputs by the skill's own schemas. */
export function inputProblems({ contract, checksOwnInputs, tool, inputs, memory }: Turn) {
  const problems: SchemaProblem[] = checksOwnInputs ? schemaProblems(tool.inputSchema, inputs) : [];
  if (!contract.answer_schema) return problems;
  const correlated = { correlation_id: memory.contextId ?? "", ...inputs };
  return [...problems, ...schemaProblems(contract.answer_schema, correlated)];
}

export function topOf(field: string): string {
  return field.split("/")[0] ?? field;
}

/** As the contract describes it, or else the schema; what neither knows is not asked for. */
function describeField({ contract, tool }: Turn, name: string): JsonObject[] {
  const told = contract.input_request_schema.find((field) => field.name === name);
  if (told) return [{ ...told }];
  const { properties } = tool.inputSchema;
  const known = isJsonObject(properties) && Object.hasOwn(properties, name);
  const { type, description } =
    known && isJsonObject(properties[name]) ? properties[name] : ({} as JsonObject);
  if (!known && !isRequired(tool.inputSchema, name)) return [];
  return [
    {
      name,
      type: typeof type === "string" ? type : "string",
      description: typeof description === "string" ? description : "",
      required: true,
    },
  ];
}

function isRequired({ required }: JsonObject, name: string): boolean {
  return Array.isArray(required) && required.includes(name);
}
