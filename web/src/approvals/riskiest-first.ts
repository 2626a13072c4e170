import type { Approval } from "../api/approval.ts";

const ORDER = ["CRITICAL", "HIGH", "MED", "LOW"];

/** What can do most harm is read first; among equals, what has waited longest. */
export function riskiestFirst(approvals: readonly Approval[]): readonly Approval[] {
  return approvals.toSorted(
    (a, b) =>
      ORDER.indexOf(a.risk_level) - ORDER.indexOf(b.risk_level) ||
      a.created_at.localeCompare(b.created_at) ||
      a.id.localeCompare(b.id),
  );
}
