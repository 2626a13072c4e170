import * as z from "zod";
import { CapstanError } from "../../../base/errors.ts";
import { RiskLevel } from "../../../schema/risk-level.ts";

const Patterns = z
  .string()
  .max(4_000)
  .transform((text) => text.split(",").filter((pattern) => pattern !== ""));

/** What of the catalog a client is shown, as the query of its address says. */
const View = z.strictObject({
  /** One MCP server alone, its tools under its own names. */
  server: z.string().min(1).max(64).optional(),
  /** What this agent has, under the names that its model sees. */
  agent: z.string().min(1).max(100).optional(),
  /** Nothing riskier. */
  risk: RiskLevel.optional(),
  /** Tools whose id or name matches one of these patterns. */
  allow: Patterns.optional(),
  /** What of its key's scopes the client has; left out, all of them. */
  scopes: z.literal("invoke").optional(),
  /** `search`: two tools that find and call the others. */
  mode: z.enum(["all", "search"]).default("all"),
});
export type View = z.infer<typeof View>;

export function readView(query: URLSearchParams): View {
  const twice = [...query.keys()].find((name) => query.getAll(name).length > 1);
  if (twice !== undefined) throw invalid(`"${twice.slice(0, 60)}" is given twice.`);
  const { data, error } = View.safeParse(Object.fromEntries(query));
  if (data) return data;
  const [issue] = error.issues;
  throw invalid(`${issue?.path.join(".") ?? ""} ${issue?.message ?? "is invalid"}`.trim());
}

function invalid(message: string): CapstanError {
  return new CapstanError("REQUEST_INVALID", message, { details: { part: "query" } });
}
