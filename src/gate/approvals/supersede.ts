import type { Approval } from "../../schema/approval.ts";
import type { Change } from "../../stores/journal.ts";

/** An approval that no longer fits is closed in the step that asks again or refuses. */
export function supersede(approval: Approval | null): Change[] {
  if (approval?.state !== "approved") return [];
  return [
    {
      type: "approval.put",
      approval: { ...approval, state: "superseded" },
      expect: "approved",
    },
  ];
}
