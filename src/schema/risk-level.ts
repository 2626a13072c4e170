import * as z from "zod";

export const RiskLevel = z.enum(["LOW", "MED", "HIGH", "CRITICAL"]);
export type RiskLevel = z.infer<typeof RiskLevel>;

/** LOW 0 … CRITICAL 3: the number that policies compare. */
export function riskRank(level: RiskLevel): number {
  return RiskLevel.options.indexOf(level);
}
