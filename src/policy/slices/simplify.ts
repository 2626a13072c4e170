import { matchesPattern } from "../../base/matches-pattern.ts";
import { canFail } from "../cedar/can-fail.ts";
import { childrenOf, type Expr, mapChildren, operatorOf, pathOf } from "../cedar/expression.ts";
import type { ToolFacts } from "../facts/tool-facts.ts";
import { type Constant, constantOf } from "./constant.ts";

/** An expression with everything simplified that the tool alone decides. It means the same. */
export function simplify(expression: Expr, tool: ToolFacts): Expr {
  const path = pathOf(expression);
  if (path) return settlePath(expression, path, tool);
  const operator = operatorOf(expression);
  if (operator === "&&" || operator === "||") return settleJunction(expression, operator, tool);
  const simplified = mapChildren(expression, (child) => simplify(child, tool));
  if ("if-then-else" in simplified) {
    const [condition, then, otherwise] = childrenOf(simplified);
    if (condition && "Value" in condition)
      return (condition.Value ? then : otherwise) ?? simplified;
  }
  const outcome = outcomeOf(simplified, tool);
  return outcome === undefined ? simplified : { Value: outcome };
}

function settlePath(expression: Expr, [root, attribute]: string[], tool: ToolFacts): Expr {
  if (root !== "resource" || !attribute || !Object.hasOwn(tool, attribute)) return expression;
  const value = tool[attribute as keyof ToolFacts];
  if (typeof value === "string" || typeof value === "number") return { Value: value };
  return { Set: value.map((member) => ({ Value: member })) };
}

/** `false` settles `&&`, and `true` settles `||`: on the right only if the left cannot fail. */
function settleJunction(junction: Expr, operator: "&&" | "||", tool: ToolFacts): Expr {
  const settling = operator === "||";
  const [first, second] = childrenOf(junction);
  if (!first || !second) return junction;
  const left = simplify(first, tool);
  if ("Value" in left && left.Value === settling) return left;
  const right = simplify(second, tool);
  if ("Value" in left) return right;
  if ("Value" in right && right.Value !== settling) return left;
  if ("Value" in right && !canFail(left)) return right;
  return { [operator]: { left, right } } as Expr;
}

function outcomeOf(expression: Expr, tool: ToolFacts): boolean | undefined {
  const operator = operatorOf(expression);
  const constants = childrenOf(expression).map((child) => constantOf(child, tool));
  const [a, b] = constants;
  if (a === undefined) return undefined;
  if ("like" in expression) return liked(a, expression.like);
  if (operator === "!") return a === false;
  if (b === undefined) return undefined;
  if (operator === "in") return typeof b === "object" ? b.includes(a) : a === b;
  if (typeof a === "object") return outcomeOfSets(operator, a, b);
  if (typeof b === "object") return undefined;
  if (operator === "==") return a === b;
  if (operator === "!=") return a !== b;
  return typeof a === "number" && typeof b === "number" ? compared(operator, a, b) : undefined;
}

function compared(operator: string, a: number, b: number): boolean | undefined {
  if (operator === "<") return a < b;
  if (operator === "<=") return a <= b;
  if (operator === ">") return a > b;
  return operator === ">=" ? a >= b : undefined;
}

function outcomeOfSets(operator: string, set: readonly Constant[], other: Constant) {
  if (operator === "contains") return typeof other === "object" ? undefined : set.includes(other);
  if (typeof other !== "object") return undefined;
  if (operator === "containsAll") return other.every((member) => set.includes(member));
  return operator === "containsAny" ? other.some((member) => set.includes(member)) : undefined;
}

function liked(text: Constant, like: unknown): boolean | undefined {
  const { pattern } = like as { pattern: readonly ("Wildcard" | { Literal: string })[] };
  const hasLiteralStar = pattern.some((part) => part !== "Wildcard" && part.Literal === "*");
  if (typeof text !== "string" || hasLiteralStar) return undefined;
  const parts = pattern.map((part) => (part === "Wildcard" ? "*" : part.Literal));
  return matchesPattern(parts.join(""), text);
}
