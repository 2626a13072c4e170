import type { BuiltinCapability, BuiltinTool } from "../../ports/builtin-capability.ts";

export const testMath: BuiltinCapability = {
  id: "test_math",
  name: "Test Math",
  description: "A calculator with four operations, for trying out tool calls.",
  status: "available",
  icon: "calculator",
  category: "Testing",
  systemPrompt:
    "You have math tools: add, subtract, multiply and divide. Use them for every calculation.",
  tools: [
    operation("add", "Adds two numbers.", (a, b) => a + b),
    operation("subtract", "Subtracts the second number from the first.", (a, b) => a - b),
    operation("multiply", "Multiplies two numbers.", (a, b) => a * b),
    operation("divide", "Divides the first number by the second.", (a, b) => {
      if (b === 0) throw new Error("Division by zero has no answer.");
      return a / b;
    }),
  ],
};

function operation(
  name: string,
  description: string,
  calculate: (a: number, b: number) => number,
): BuiltinTool {
  return {
    name,
    description,
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
