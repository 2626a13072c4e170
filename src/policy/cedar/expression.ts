import type { Expr, PolicyJson } from "@cedar-policy/cedar-wasm/nodejs";

export type { Expr };

/** The one key of an expression: `&&`, `like`, `Var`, or the name of an extension function. */
export function operatorOf(expression: Expr): string {
  for (const operator in expression) return operator;
  return "";
}

/** The operands of an expression. */
export function childrenOf(expression: Expr): Expr[] {
  return isLeaf(expression) ? [] : Object.values(bodyOf(expression)).filter(isOperand);
}

/** The same expression of other operands. */
export function mapChildren(expression: Expr, map: (child: Expr) => Expr): Expr {
  if (isLeaf(expression)) return expression;
  const operator = operatorOf(expression);
  const body = bodyOf(expression);
  if (Array.isArray(body)) return { [operator]: body.map(map) };
  const parts = Object.entries(body).map(([name, part]) => [
    name,
    isOperand(part) ? map(part) : part,
  ]);
  return { [operator]: Object.fromEntries(parts) } as Expr;
}

function isLeaf(expression: Expr): boolean {
  return "Value" in expression || "Var" in expression || "Slot" in expression;
}

/** Operands by name, or a list of them for a set and for the arguments of a function. */
function bodyOf(expression: Expr): object {
  return (expression as Record<string, object>)[operatorOf(expression)] ?? {};
}

/** Beside operands a body has names, which are texts, and patterns, which are lists. */
function isOperand(part: unknown): part is Expr {
  return typeof part === "object" && part !== null && !Array.isArray(part);
}

/** `context.args.path` is `["context", "args", "path"]`; undefined for what is no such path. */
export function pathOf(expression: Expr): string[] | undefined {
  if ("Var" in expression) return [expression.Var as string];
  if (!("." in expression)) return undefined;
  const { left, attr } = expression["."] as { left: Expr; attr: string };
  return pathOf(left)?.concat(attr);
}

export function conditionsOf(policy: PolicyJson): readonly Expr[] {
  return policy.conditions.map(({ body }) => body);
}

export function depthOf(policy: PolicyJson): number {
  let level = [...conditionsOf(policy)];
  let depth = 0;
  for (; level.length > 0; depth++) level = level.flatMap(childrenOf);
  return depth;
}
