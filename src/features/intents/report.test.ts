import { expect, test } from "vitest";
import type { JsonValue } from "../../base/json.ts";
import type { RuntimeAgent } from "../../engine/composition/compose.ts";
import type { Model, ModelRequest } from "../../models/model.ts";
import { report } from "./report.ts";
import type { StepDone } from "./steps-done.ts";

const STEP = { id: "s1", toolId: "agent:hello:greet", inputs: {}, says: "Greet Ada." };

/** The report of one step of an agent that has effects, so that no model is asked. */
function reported(outputs: JsonValue): Promise<string> {
  const agent = { findTool: () => ({ behaviour: { readOnly: false } }) } as unknown as RuntimeAgent;
  const step = { step: STEP, call: { id: "inv_1", name: "greet" }, state: "completed", outputs };
  return report({} as Model, {} as ModelRequest, agent, {
    ...{ plan: { steps: [STEP] }, done: [step as unknown as StepDone] },
    ...{ dryRun: false, problem: null, notes: [] },
  });
}

test.each([
  { result: "Hello, Ada!", told: "Greeted Ada.\nHello, Ada!" },
  { result: "Greeted Ada", told: "Greeted Ada." },
  { result: " ", told: "Greeted Ada." },
  { result: { files: 1 }, told: "Greeted Ada." },
])("F74: an agent's own answer is told with what it did: $result", async ({ result, told }) => {
  expect(await reported({ action_performed: "Greeted Ada", result })).toBe(told);
});
