import { childrenOf, type Expr, operatorOf, pathOf } from "./expression.ts";

/** What strict validation makes safe. Sums overflow, and extension functions have their own errors. */
const SAFE = new Set(
  ["Value", "Var", "Set", "Record", ".", "has", "like", "is", "in", "if-then-else"].concat(
    ["!", "&&", "||", "==", "!=", "<", "<=", ">", ">="],
    ["contains", "containsAll", "containsAny", "isEmpty"],
  ),
);

/** Whether evaluating an expression can fail, strictly validated as it is. */
export function canFail(expression: Expr): boolean {
  const [root, attribute, name] = pathOf(expression) ?? [];
  // An argument can come with another type than the policy was validated with.
  if (root === "context" && attribute === "args" && name !== undefined) return true;
  return !SAFE.has(operatorOf(expression)) || childrenOf(expression).some(canFail);
}
