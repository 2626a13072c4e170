import { expect, test } from "vitest";
import type { JsonValue } from "../../base/json.ts";
import type { RuntimeAgent } from "../../engine/composition/compose.ts";
import type { Model, ModelRequest } from "../../models/model.ts";
import { report } from "./report.ts";
import type { StepDone } from "./steps-done.ts";

const STEP = { id: "s1", toolId: "agent:hello:greet", inputs: {}, says: "Greet Ada." };

/** The report of one step. A model is asked where the step only read. */
function reported(outputs: JsonValue, says?: string): Promise<string> {
  const behaviour = { readOnly: says !== undefined };
  const agent = { findTool: () => ({ behaviour }) } as unknown as RuntimeAgent;
  const model = { respond: async () => ({ text: says, toolCalls: [] }) } as unknown as Model;
  const request = { messages: [] } as unknown as ModelRequest;
  const step = { step: STEP, call: { id: "inv_1", name: "greet" }, state: "completed", outputs };
  return report(model, request, agent, {
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

test.each([
  { says: "Greeted Ada.", told: "Greeted Ada.\nHello, Ada!" },
  { says: "Ada was greeted with: Hello, Ada!", told: "Ada was greeted with: Hello, Ada!" },
])("F74: a model that leaves the answer out does not report: $says", async ({ says, told }) => {
  const outputs = { action_performed: "Greeted Ada", result: "Hello, Ada!" };
  expect(await reported(outputs, says)).toBe(told);
});
