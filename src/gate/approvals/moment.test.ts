import { expect, test } from "vitest";
import { digest } from "../../base/digest.ts";
import { makeApproval } from "../../testing/fixtures.ts";
import type { Run } from "../run.ts";
import { answerDigest, isConfirmed, momentOf, questionDigest } from "./moment.ts";

const runAt = (version: number | null) => ({ contextId: "c", version }) as Run;

/** Stored approvals have these: made in another way, none would fit after an upgrade. */
test("X8: an approval is bound to its run by the run's context and version", () => {
  expect(momentOf(runAt(3))).toBe("c@3");
  expect(momentOf(runAt(null))).toBe("c@0");
  expect(momentOf({ ...runAt(null), contextId: null })).toBe("");
  expect(momentOf(null)).toBe("");
  expect(questionDigest(runAt(null))).toBe(digest({ context_version: 1 }));
  expect(answerDigest(runAt(1))).toBe(digest({ context_version: 1 }));
});

test("X8: a person's yes to what a turn asked counts for the next turn alone", () => {
  const { binding } = makeApproval();
  const approval = makeApproval({ binding: { ...binding, preview: questionDigest(runAt(3)) } });
  expect(isConfirmed(approval, runAt(4))).toBe(true);
  expect(isConfirmed(approval, runAt(5))).toBe(false);
  expect(isConfirmed(null, runAt(4))).toBe(false);
});
