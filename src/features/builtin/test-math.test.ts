import fc from "fast-check";
import { expect, test } from "vitest";
import { described } from "../../../test/described.ts";
import { runBuiltin } from "../../testing/run-builtin.ts";
import { testMath } from "./test-math.ts";

const calculate = (operation: string, a: number, b: number) =>
  runBuiltin(testMath, operation, { a, b });

test("E18: test_math is available, has a calculator and is for Testing", () => {
  expect(described(testMath).capability).toMatchObject({
    id: "test_math",
    status: "available",
    icon: "calculator",
    category: "Testing",
  });
});

test.each(["add", "subtract", "multiply", "divide"])(
  "E18, E19: the prompt tells the model of %s, a tool on two numbers",
  (name) => {
    expect(testMath.systemPrompt).toContain(name);
    const tool = described(testMath).tools.find((described) => described.name === name);
    expect(tool).toMatchObject({
      toolId: `builtin:test_math:${name}`,
      riskLevel: "LOW",
      behaviour: { readOnly: true },
      inputSchema: {
        properties: { a: { type: "number" }, b: { type: "number" } },
        required: ["a", "b"],
        additionalProperties: false,
      },
    });
  },
);

test("E19: there are these four operations, and no others", () => {
  expect(testMath.tools?.map(({ name }) => name)).toEqual([
    "add",
    "subtract",
    "multiply",
    "divide",
  ]);
});

test.each([
  { operation: "add", a: 2, b: 3, result: 5 },
  { operation: "add", a: -2, b: 0.5, result: -1.5 },
  { operation: "subtract", a: 2, b: 3, result: -1 },
  { operation: "multiply", a: 6, b: 7, result: 42 },
  { operation: "divide", a: 7, b: 2, result: 3.5 },
  { operation: "divide", a: 0, b: 5, result: 0 },
])("E19: $operation of $a and $b is $result", async ({ operation, a, b, result }) => {
  expect(await calculate(operation, a, b)).toEqual({ result });
});

test.each([
  [1, 0],
  [0, 0],
  [-1, -0],
])("E19: %d divided by %d fails and says why", async (a, b) => {
  await expect(calculate("divide", a, b)).rejects.toThrow("Division by zero has no answer.");
});

test.each([
  ["add", Number.MAX_VALUE, Number.MAX_VALUE],
  ["subtract", -Number.MAX_VALUE, Number.MAX_VALUE],
  ["multiply", 1e200, 1e200],
  ["divide", 1e200, 1e-200],
])("E19: %s that leaves the range of numbers fails and says why", async (operation, a, b) => {
  await expect(calculate(operation, a, b)).rejects.toThrow("too large");
});

test("E19: what is added can be subtracted again", async () => {
  const whole = fc.integer();
  await fc.assert(
    fc.asyncProperty(whole, whole, async (a, b) => {
      const sum = (await calculate("add", a, b)) as { result: number };
      expect(await calculate("subtract", sum.result, b)).toEqual({ result: a });
    }),
  );
});
