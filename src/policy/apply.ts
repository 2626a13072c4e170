import type { ApprovalLevel } from "../schema/approval.ts";
import type { ChangeFacts } from "../schema/change-facts.ts";

/** The answer that let a call run: an approval of this very call, or a remembered one. */
export type RunAnswer =
  | { readonly by: "approval"; readonly level: ApprovalLevel }
  | {
      readonly by: "grant";
      readonly level: ApprovalLevel;
      /** Changes that the words of the answer name, beside new files. */
      readonly names: readonly ("replace" | "delete")[];
    };

/** The second decision about a call: whether its changes to a person's folder are applied. */
export type Apply = {
  readonly changes: ChangeFacts;
  /** Null for a call that ran without an answer. */
  readonly answer: RunAnswer | null;
};

/** The two questions of policy, by their names in Cedar. */
export type Action = "invoke" | "apply";
