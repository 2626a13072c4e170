import type { ArgumentType } from "../cedar/cedar-schema.ts";
import { childrenOf, conditionsOf, type Expr, operatorOf, pathOf } from "../cedar/expression.ts";
import type { Rule } from "./rule.ts";

const NUMERIC = new Set(["<", "<=", ">", ">=", "+", "-", "*", "neg"]);
const LOGICAL = new Set(["&&", "||", "!", "if-then-else"]);

/** The type that each argument seems to have in a policy, by what it is compared with. */
export function guessTypes({ json, references }: Rule): Map<string, ArgumentType> {
  const types = new Map<string, ArgumentType>();
  const visit = (expression: Expr, type: ArgumentType | undefined) => {
    const name = argumentOf(expression);
    if (name !== undefined && type && !types.has(name)) types.set(name, type);
    const inner = typeInside(expression);
    for (const child of childrenOf(expression)) visit(child, inner);
  };
  for (const condition of conditionsOf(json)) visit(condition, "Boolean");
  for (const name of references.args) if (!types.has(name)) types.set(name, "String");
  return types;
}

function argumentOf(expression: Expr): string | undefined {
  const [root, attribute, name, ...deeper] = pathOf(expression) ?? [];
  return root === "context" && attribute === "args" && deeper.length === 0 ? name : undefined;
}

/** The type that the operands of an expression have. */
function typeInside(expression: Expr): ArgumentType | undefined {
  const operator = operatorOf(expression);
  if (NUMERIC.has(operator)) return "Long";
  if (LOGICAL.has(operator)) return "Boolean";
  if (operator === "like") return "String";
  const literals = childrenOf(expression).flatMap((child) => [child, ...childrenOf(child)]);
  return literals.map(typeOfLiteral).find((type) => type !== undefined);
}

function typeOfLiteral(expression: Expr): ArgumentType | undefined {
  if (!("Value" in expression)) return undefined;
  const value: unknown = expression.Value;
  if (typeof value === "string") return "String";
  if (typeof value === "number") return "Long";
  return typeof value === "boolean" ? "Boolean" : undefined;
}
