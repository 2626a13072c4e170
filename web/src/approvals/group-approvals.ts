import type { Approval } from "../api/approval.ts";

export type ApprovalGroup = {
  readonly key: string;
  readonly approvals: readonly Approval[];
};

/** Questions that are the same in all that matters: asked twice, they may be answered once. */
export function groupApprovals(approvals: readonly Approval[]): ApprovalGroup[] {
  const groups = Map.groupBy(approvals, (approval) =>
    canAnswerTogether(approval)
      ? `${approval.tool_id}\n${JSON.stringify(approval.inputs)}\n${JSON.stringify(approval.preview)}`
      : approval.id,
  );
  return [...groups].map(([key, members]) => ({ key, approvals: members }));
}

function canAnswerTogether({ state, level, risk_level, changed, rewritten }: Approval): boolean {
  const isMild = risk_level === "LOW" || risk_level === "MED";
  return state === "pending" && level === "user" && isMild && !changed?.length && !rewritten;
}
