import { member } from "../api/json.ts";
import { ProblemError } from "../api/problem-error.ts";

/** The servers of a whole mcp.json, one of which has to be chosen. */
export function severalIn(error: unknown): readonly string[] {
  if (!(error instanceof ProblemError) || error.code !== "ADD_AMBIGUOUS") return [];
  const ids = member(error.details, "ids");
  return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
}
