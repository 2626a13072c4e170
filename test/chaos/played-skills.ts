import { appendFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { JsonObject } from "../../src/base/json.ts";
import type { ExecutionRequest, ExecutionResult, Executor } from "../../src/gate/executor.ts";
import type { At } from "../../src/testing/faults.ts";

/** Turns of one run of the counter, before it completes. */
const TURNS = 10;

const front = (autonomy: string, effects: string) => `autonomy_level: ${autonomy}
side_effects: ${effects}
state_persistence: full_events
interaction_outcomes: {allowed_intermediate_states: [input_required, delegating], max_turns: 20}`;

type Play = (
  inputs: JsonObject,
  request: ExecutionRequest,
  write: Write,
) => Promise<ExecutionResult>;
type Write = (line: string) => void;

/** Writes the number that it remembers, plus one: an effect that nobody takes back. */
const counter: Play = async (_, { run }, write) => {
  const facts = (run?.facts.count ?? {}) as JsonObject;
  const n = Number(facts.n ?? 0) + 1;
  // Long enough for others to come in between.
  await delay(2);
  write(`count ${n}`);
  const remembered = {
    facts: [{ bucket: "count", key: "n", value: n, ttlSeconds: null }],
    events: [],
  };
  if (run?.turn === TURNS) return { state: "completed", outputs: { n }, remembered };
  const inputRequest = { kind: "fields" as const, reason: "More?", fields: [{ name: "more" }] };
  return { state: "input_required", inputRequest, remembered };
};

const boss: Play = async (_, { run }, write) => {
  if (!run?.delegation) {
    return { state: "delegating", delegation: { target: "worker", inputs: { by: "boss" } } };
  }
  write(`heard ${JSON.stringify(run.delegation.outputs)}`);
  return { state: "completed", outputs: { back: run.delegation } };
};

const worker: Play = async (_, _request, write) => {
  write("worked");
  return { state: "completed", outputs: { did: "it" } };
};

export const PLAYED: ReadonlyMap<string, { readonly front: string; readonly play: Play }> = new Map(
  [
    ["counter", { front: front("IMPLEMENT", "[fs]"), play: counter }],
    ["boss", { front: front("READ", "[]"), play: boss }],
    ["worker", { front: front("READ", "[]"), play: worker }],
  ],
);

/** Runs the code of these skills here instead of in a box. Their contracts are real. */
export function playSkills(executor: Executor, witness: string, at: At): Executor {
  return {
    ...executor,
    async execute(request) {
      const name = request.tool.sourceId;
      const skill = request.execution.type === "child" ? PLAYED.get(name) : undefined;
      if (!skill) return executor.execute(request);
      const point = `play ${name} ${request.run?.turn ?? 0}`;
      await at(`${point}: before`);
      const write = (line: string) => appendFileSync(witness, `${line}\n`);
      const result = await skill.play(request.inputs, request, write);
      await at(`${point}: after`);
      return result;
    },
  };
}
