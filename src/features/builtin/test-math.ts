import type { BuiltinCapability, BuiltinTool } from "../builtin-capability.ts";
import { BUILTIN_IDS } from "./builtin-ids.ts";

const ADD = ["{a} plus {b}", "add {a} and {b}", "what is {a} + {b}", "the sum of {a} and {b}"];
const SUBTRACT = [
  "{a} minus {b}",
  "subtract {b} from {a}",
  "what is {a} - {b}",
  "the difference between {a} and {b}",
];
const MULTIPLY = [
  "{a} times {b}",
  "multiply {a} by {b}",
  "what is {a} * {b}",
  "the product of {a} and {b}",
];
const DIVIDE = ["{a} divided by {b}", "divide {a} by {b}", "what is {a} / {b}", "{a} over {b}"];

export const testMath: BuiltinCapability = {
  id: BUILTIN_IDS.testMath,
  name: "Test Math",
  description: "A calculator with four operations, for trying out tool calls.",
  status: "available",
  icon: "calculator",
  category: "Testing",
  systemPrompt:
    "You have math tools: add, subtract, multiply and divide. Use them for every calculation.",
  tools: [
    operation("add", "Adds two numbers.", ADD, (a, b) => a + b),
    operation("subtract", "Subtracts the second number from the first.", SUBTRACT, (a, b) => a - b),
    operation("multiply", "Multiplies two numbers.", MULTIPLY, (a, b) => a * b),
    operation("divide", "Divides the first number by the second.", DIVIDE, (a, b) => {
      if (b === 0) throw new Error("Division by zero has no answer.");
      return a / b;
    }),
  ],
};

function operation(
  name: string,
  description: string,
  examples: readonly string[],
  calculate: (a: number, b: number) => number,
): BuiltinTool {
  return {
    name,
    description,
    examples,
    riskLevel: "LOW",
    behaviour: { readOnly: true, idempotent: true, dryRun: true, timeoutMs: 5_000 },
    inputSchema: {
      type: "object",
      properties: {
        a: { type: "number", description: "The first number." },
        b: { type: "number", description: "The second number." },
      },
      required: ["a", "b"],
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: { result: { type: "number" } },
      required: ["result"],
    },
    run({ a, b }) {
      const result = calculate(Number(a), Number(b));
      if (!Number.isFinite(result)) throw new Error("The result is too large to be a number.");
      return { result };
    },
  };
}
