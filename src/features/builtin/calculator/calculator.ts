import type { BuiltinCapability } from "../../builtin-capability.ts";
import { evaluate } from "./evaluate.ts";
import { type Fraction, toNumber } from "./fraction.ts";

/** Arithmetic of any length, to the digit. Beside the nine of the document, as tool_search is. */
export const calculator: BuiltinCapability = {
  id: "calculator",
  name: "Calculator",
  description: "Works out arithmetic: brackets, percentages, powers and roots.",
  status: "available",
  icon: "calculator",
  category: "Utilities",
  tools: [
    {
      name: "calculate",
      description:
        'Works out an arithmetic expression: + - * / ^, brackets, "15% of 240", "17 mod 5", sqrt, cbrt, abs, round, floor, ceil and pi.',
      examples: ["calculate {expression}", "what is {expression}", "how much is {expression}"],
      riskLevel: "LOW",
      behaviour: { readOnly: true, idempotent: true, dryRun: true, timeoutMs: 5_000 },
      inputSchema: {
        type: "object",
        properties: {
          expression: {
            type: "string",
            description: "What to work out, in signs and numbers.",
            examples: ["(3 + 4) * 5"],
            minLength: 1,
            maxLength: 1_000,
          },
        },
        required: ["expression"],
        additionalProperties: false,
      },
      outputSchema: {
        type: "object",
        properties: {
          result: { type: "number" },
          exact: { type: "string", description: "All digits, where a number cannot hold them." },
        },
        required: ["result"],
      },
      run: ({ expression }) => resultOf(evaluate(String(expression))),
    },
  ],
};

function resultOf(value: Fraction) {
  const number = toNumber(value);
  if (value.bottom !== 1n) return { result: Number(number.toPrecision(15)) };
  if (Number.isSafeInteger(number)) return { result: number };
  return { result: number, exact: value.top.toString() };
}
