import { expect, test } from "vitest";
import { described } from "../../../test/described.ts";
import { sandbox } from "./sandbox.ts";

const { capability, tools } = described(sandbox);

test("E23: sandbox is available, with a prompt that names execute_code", () => {
  expect(capability).toMatchObject({
    id: "sandbox",
    name: "Sandbox",
    icon: "box",
    category: "Execution",
    status: "available",
    tools: ["builtin:sandbox:execute_code"],
  });
  expect(sandbox.systemPrompt).toMatch(/safely.*execute_code/);
});

test("E23: execute_code is HIGH, says that it executes, and runs elsewhere", () => {
  expect(tools).toMatchObject([
    {
      toolId: "builtin:sandbox:execute_code",
      riskLevel: "HIGH",
      sideEffectTags: ["system.exec"],
      behaviour: { readOnly: false },
    },
  ]);
  expect(sandbox.tools).toMatchObject([{ execution: { type: "code" } }]);
});
