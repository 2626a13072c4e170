import { ChangeFacts } from "../../schema/change-facts.ts";
import type { Apply, RunAnswer } from "../apply.ts";

/** The facts that only `Action::"apply"` has. */
export type ApplyFacts = {
  readonly changes: ChangeFacts & {
    /** Files, links and folders together. */
    readonly total: number;
    /** Entries that a person must see: doors, ways out, and names that can be misread. */
    readonly must_see: number;
  };
  /** Changes beside a few new files that the answer before the run stands for. */
  readonly covers: readonly string[];
};

/** Counts that cannot be right are a reason to deny. */
export function applyFactsOf({ changes, answer }: Apply): ApplyFacts | undefined {
  const counted = ChangeFacts.safeParse(changes);
  if (!counted.success) return undefined;
  const { created, changed, deleted, moved, doors, outside, names } = counted.data;
  return {
    changes: {
      ...counted.data,
      total: created + changed + deleted + moved,
      must_see: doors + outside + names,
    },
    covers: coveredBy(answer),
  };
}

function coveredBy(answer: RunAnswer | null): readonly string[] {
  if (answer === null) return [];
  return answer.by === "approval" ? ["many"] : [...new Set(answer.names)].sort();
}
