import { expect, test } from "vitest";
import { makeTool } from "../testing/make-tool.ts";
import { type ReplayCase, replayDecisions } from "./replay.ts";
import { openPolicy, requestFor, team } from "./testing/open-policy.ts";

const write = makeTool({ name: "write", riskLevel: "HIGH" });
const look = makeTool();

const caseOf = (n: number, overrides: Partial<ReplayCase> = {}): ReplayCase => ({
  request: requestFor(write, { inputs: { path: "/etc" } }),
  recorded: "ask",
  redacted: false,
  at: "2026-01-01T00:00:00.000Z",
  invocationId: `inv_${n}`,
  ...overrides,
});

const policy = openPolicy({
  files: [
    team(`@id("etc") @reason("Nobody writes there.")
      forbid (principal, action, resource == Tool::"${write.toolId}")
      when { context.text has path && context.text.path like "/etc*" };`),
  ],
});

test("C4: a draft says what it would have decided differently", () => {
  const cases = [
    caseOf(1),
    caseOf(2, { recorded: "deny" }),
    caseOf(3, { request: requestFor(look), recorded: "allow" }),
    caseOf(4, { request: requestFor(look), recorded: "ask", redacted: true }),
    caseOf(5, { redacted: true }),
    caseOf(6, { redacted: true, recorded: "deny" }),
  ];
  const same = { at: "2026-01-01T00:00:00.000Z" };
  const denied = {
    toolId: write.toolId,
    was: "ask",
    now: "deny",
    rule: "etc",
    reason: "Nobody writes there.",
  };
  expect(replayDecisions(policy, cases)).toEqual({
    decided: 6,
    unchanged: 3,
    redacted: 2,
    differing: [
      { ...same, ...denied, invocationId: "inv_1", redacted: false },
      {
        ...same,
        invocationId: "inv_4",
        toolId: look.toolId,
        was: "ask",
        now: "allow",
        rule: "profile.risk.LOW",
        reason: "Profile risk allows LOW risk.",
        redacted: false,
      },
      { ...same, ...denied, invocationId: "inv_5", redacted: true },
    ],
  });
});

test("C4: of many differences the first are kept, and all are counted", () => {
  const cases = Array.from({ length: 1_000 }, (_, n) => caseOf(n));
  const { decided, unchanged, differing } = replayDecisions(policy, cases);
  expect([decided, unchanged, differing.length]).toEqual([1_000, 0, 200]);
  expect(differing.at(-1)?.invocationId).toBe("inv_199");
});
