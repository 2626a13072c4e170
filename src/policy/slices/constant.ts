import type { Expr } from "../cedar/expression.ts";
import type { ToolFacts } from "../facts/tool-facts.ts";

/** Entities are texts here, such as `Tool::mcp:fs:read`: Cedar never compares one with a string. */
export type Constant = string | number | boolean | readonly Constant[];

/** What an expression stands for, if that is certain before any call. */
export function constantOf(expression: Expr, tool: ToolFacts): Constant | undefined {
  if ("Var" in expression) {
    return expression.Var === "resource" ? entityText({ type: "Tool", id: tool.id }) : undefined;
  }
  if ("Set" in expression) {
    const members = (expression.Set as Expr[]).map((member) => constantOf(member, tool));
    return members.every((member) => member !== undefined) ? members : undefined;
  }
  return "Value" in expression ? literalOf(expression.Value) : undefined;
}

function literalOf(value: unknown): Constant | undefined {
  if (typeof value === "string" || typeof value === "boolean") return value;
  // Past 2^53 the JSON form of a policy is not exact.
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== "object" || value === null || !("__entity" in value)) return undefined;
  return entityText(value.__entity as { type: string; id: string });
}

function entityText({ type, id }: { type: string; id: string }): string {
  return `${type}::${id}`;
}
