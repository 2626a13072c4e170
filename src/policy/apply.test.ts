import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../test/runs.ts";
import type { ChangeFacts } from "../schema/change-facts.ts";
import type { Decision } from "../schema/decision.ts";
import { Explanation } from "../schema/explanation.ts";
import { Profile } from "../schema/profile.ts";
import { makeTool } from "../testing/make-tool.ts";
import type { RunAnswer } from "./apply.ts";
import { splitPolicies } from "./cedar/split-policies.ts";
import { checkPolicies } from "./check-policies.ts";
import type { CedarPolicy } from "./create-cedar-policy.ts";
import {
  aboutChanges,
  arbitraryApply,
  arbitraryPolicy,
  arbitraryRequest,
} from "./testing/arbitrary-policy.ts";
import {
  applyOf,
  FOUR_EYES,
  openPolicy,
  PROFILES,
  requestFor,
  team,
} from "./testing/open-policy.ts";

const STRICTNESS: Record<Decision["effect"], number> = { allow: 0, ask: 1, ask_admin: 2, deny: 3 };
const ALL = { allow: ["*"], ask: [], deny: [] };
const BY_USER: RunAnswer = { by: "approval", level: "user" };
const BY_ADMIN: RunAnswer = { by: "approval", level: "admin" };

const low = makeTool();
const high = makeTool({ riskLevel: "HIGH" });

const decideUnder =
  (policy: CedarPolicy, tool = low, overrides = {}) =>
  (changes: Partial<ChangeFacts>, answer: RunAnswer | null = null) =>
    policy.decide(requestFor(tool, { ...overrides, apply: applyOf(changes, answer) }));

/** The rules of a text that can apply; the others are refused. */
function possible(texts: readonly string[]): string {
  return texts
    .filter(
      (text) =>
        checkPolicies({ profile: "risk", profiles: PROFILES, files: [team(text)] }).length === 0,
    )
    .join("\n");
}

const anyAction = fc.oneof(fc.constant("action"), aboutChanges);
const policies = fc.array(arbitraryPolicy(undefined, anyAction), { maxLength: 4 }).map(possible);
const requests = fc
  .array(fc.tuple(arbitraryRequest(low), arbitraryApply, fc.boolean()), {
    minLength: 1,
    maxLength: 12,
  })
  .map((all) => all.map(([request, apply, closed]) => ({ ...request, apply, closed })));

describe("whatever an owner writes", () => {
  test("X38: a door is never let through unseen, under any profile, list or remembered answer", () => {
    fc.assert(
      fc.property(policies, requests, (text, asked) => {
        const policy = openPolicy({ permissions: ALL, files: [team(`${text}\n${PERMIT_ALL}`)] });
        for (const { apply, ...request } of asked) {
          const changes = { ...apply.changes, doors: Math.max(1, apply.changes.doors) };
          for (const profile of Profile.options) {
            const decision = policy.decide({ ...request, profile, apply: { ...apply, changes } });
            expect(decision.effect).not.toBe("allow");
          }
        }
      }),
      runs(6, 100),
    );
  });

  test("X38: rules that name no action never let changes through that the profile asks about", () => {
    const unscoped = fc.array(arbitraryPolicy(), { maxLength: 4 }).map(possible);
    fc.assert(
      fc.property(unscoped, requests, (text, asked) => {
        const permit = "permit (principal, action, resource);";
        const policy = openPolicy({ permissions: ALL, files: [team(`${text}\n${permit}`)] });
        for (const { apply, ...request } of asked) {
          const changes = { ...apply.changes, deleted: apply.changes.deleted + 1 };
          const asksFor = { ...request, apply: { changes, answer: BY_ADMIN } };
          expect(policy.decide(asksFor).effect).not.toBe("allow");
        }
      }),
      runs(6, 100),
    );
  });

  test("C4: adding a forbid never lets more changes through", () => {
    const forbid = arbitraryPolicy(fc.constant("forbid"), anyAction);
    fc.assert(
      fc.property(policies, forbid, requests, (text, added, asked) => {
        const without = openPolicy({ files: [team(text)] });
        const with_ = openPolicy({ files: [team(`${text}\n${possible([added])}`)] });
        for (const request of asked) {
          const rank = (policy: CedarPolicy) => STRICTNESS[policy.decide(request).effect];
          expect(rank(with_)).toBeGreaterThanOrEqual(rank(without));
        }
      }),
      runs(6, 100),
    );
  });

  test("C26: a remembered decision about changes is the one that would be made and explained", () => {
    fc.assert(
      fc.property(policies, requests, (text, asked) => {
        const policy = openPolicy({ files: [team(text)] });
        const fresh = openPolicy({ files: [team(text)] });
        for (const request of asked) policy.decide(request);
        for (const request of asked.toReversed()) {
          expect(policy.decide(request)).toEqual(fresh.decide(request));
          expect(policy.explain(request).decision).toEqual(policy.decide(request));
        }
      }),
      runs(6, 60),
    );
  });

  test("X38: changes are never let through more easily than an open box is let run", () => {
    fc.assert(
      fc.property(policies, requests, (text, asked) => {
        const policy = openPolicy({ files: [team(text)] });
        for (const { apply, closed: _, ...request } of asked) {
          const own = STRICTNESS[policy.decide(request).effect];
          const unanswered = { ...request, apply: { ...apply, answer: null } };
          expect(STRICTNESS[policy.decide(unanswered).effect]).toBeGreaterThanOrEqual(own);
        }
      }),
      runs(6, 100),
    );
  });
});

const PERMIT_ALL = `permit (principal, action in [Action::"invoke", Action::"apply"], resource);`;

test("C4: a call that says nothing of its box is decided as before there was a second decision", () => {
  const before = new Map(
    [...PROFILES].map(([profile, { name, text }]) => {
      const rules = splitPolicies(text).map((rule) => rule.text);
      const kept = rules.filter((rule) => rule.includes("(principal, action, resource)"));
      expect(kept.length).toBeGreaterThan(5);
      expect(kept.length).toBeLessThan(rules.length);
      return [profile, { name, text: kept.join("\n") }] as const;
    }),
  );
  fc.assert(
    fc.property(fc.array(arbitraryPolicy(), { maxLength: 4 }), requests, (texts, asked) => {
      const files = [team(possible(texts))];
      const [now, then] = [openPolicy({ files }), openPolicy({ files, profiles: before })];
      for (const { apply: _, closed: __, ...request } of asked) {
        expect(now.decide(request)).toEqual(then.decide(request));
      }
    }),
    runs(6, 100),
  );
});

describe("the rule that decided about changes", () => {
  test("X38: it says what was done to files that were there", () => {
    expect(decideUnder(openPolicy())({ deleted: 40 })).toEqual({
      effect: "ask",
      rule: "profile.risk.changes.replaced",
      reason:
        "It replaced, deleted or moved files that were there before. A person looks at the changes first.",
    });
  });

  test("X38: it says that there are many", () => {
    expect(decideUnder(openPolicy())({ created: 5 })).toMatchObject({
      effect: "ask",
      rule: "profile.risk.changes.many",
    });
  });

  test("X38: a door is named first, whatever else changed", () => {
    expect(decideUnder(openPolicy(), high)({ doors: 1, deleted: 9 })).toMatchObject({
      effect: "ask",
      rule: "profile.risk.changes.doors",
    });
  });

  test("X38: where the changes need nobody, it is that about the call", () => {
    const decide = decideUnder(openPolicy(), high, { closed: true });
    expect(decide({ created: 1 })).toEqual({
      effect: "ask",
      rule: "profile.risk.HIGH",
      reason: "Profile risk asks a person for HIGH risk.",
    });
    expect(decide({ created: 1 }, BY_USER)).toMatchObject({
      effect: "allow",
      rule: "profile.risk.changes.covered",
    });
  });

  test("X38: an allow list that let the call run is not named where the changes are asked about", () => {
    const decide = decideUnder(openPolicy({ permissions: ALL }), high);
    expect(decide({ deleted: 1 })).toMatchObject({
      effect: "ask",
      rule: "profile.risk.changes.replaced",
    });
  });
});

describe("rules of an owner about changes", () => {
  const effectOf = (text: string, changes: Partial<ChangeFacts>, answer?: RunAnswer) =>
    decideUnder(openPolicy({ files: [team(text)] }))(changes, answer).effect;

  test("X38: one lets a formatter replace files unasked, and no more", () => {
    const rule = `permit (principal, action == Action::"apply", resource == Tool::"${low.toolId}")
      when { context.changes.deleted == 0 && context.changes.total <= 40 };`;
    expect(effectOf(rule, { changed: 40 })).toBe("allow");
    expect(effectOf(rule, { changed: 41 })).toBe("ask");
    expect(effectOf(rule, { changed: 3, deleted: 1 })).toBe("ask");
    expect(effectOf(rule, { changed: 3, doors: 1 })).toBe("ask");
  });

  test("X38: one wants an admin for deletions, who has to see them", () => {
    const rule = `forbid (principal, action == Action::"apply", resource)
      when { context.changes.deleted > 0 && context.approval_level < 2 };`;
    expect(effectOf(rule, { deleted: 1 })).toBe("ask_admin");
    expect(effectOf(rule, { deleted: 1 }, BY_ADMIN)).toBe("ask_admin");
    expect(effectOf(rule, { created: 1 })).toBe("allow");
  });

  test("X38: one forbids large changes outright", () => {
    const rule = `forbid (principal, action == Action::"apply", resource)
      when { context.changes.bytes > 1000 };`;
    expect(effectOf(rule, { created: 1, bytes: 1_001 }, BY_ADMIN)).toBe("deny");
    expect(effectOf(rule, { created: 1, bytes: 1_000 }, BY_ADMIN)).toBe("allow");
  });

  test("X38: one that wants an admin for a call is content with the admin who let it run", () => {
    const rule = `forbid (principal, action, resource) when { context.approval_level < 2 };`;
    expect(effectOf(rule, { created: 1 }, BY_ADMIN)).toBe("allow");
    expect(effectOf(rule, { changed: 1 }, BY_ADMIN)).toBe("ask_admin");
    expect(effectOf(rule, { created: 1 }, BY_USER)).toBe("ask_admin");
  });

  test("X8: four eyes hold for changes, also where nobody was asked before the run", () => {
    const policy = openPolicy({ files: [FOUR_EYES] });
    const effectWith = (approver: string | null) =>
      decideUnder(policy, high, { closed: true, approver })({ changed: 1 }).effect;
    expect([null, "alice", "bob"].map(effectWith)).toEqual(["ask", "deny", "ask"]);
  });
});

test("X38: an open box and a closed one of the same tool are two decisions", () => {
  const policy = openPolicy();
  const effectOf = (closed: boolean) => policy.decide(requestFor(high, { closed })).effect;
  expect([false, true, false].map(effectOf)).toEqual(["ask", "allow", "ask"]);
});

test("X38: a rule about both actions is asked about the one in question", () => {
  const text = `permit (principal, action in [Action::"invoke", Action::"apply"], resource)
    unless { action == Action::"apply" };`;
  const profiles = new Map([...PROFILES, ["risk", { name: "profile risk", text }] as const]);
  const policy = openPolicy({ profiles });
  expect(policy.decide(requestFor(low)).effect).toBe("allow");
  expect(decideUnder(policy)({}).effect).toBe("deny");
});

test.each([
  ["negative", { deleted: -1 }],
  ["fractional", { created: 0.5 }],
  ["no numbers", { doors: Number.NaN }],
  ["a claim", { destructive: false }],
])("A114: counts that are %s deny", (_, changes) => {
  expect(decideUnder(openPolicy())(changes as Partial<ChangeFacts>)).toEqual({
    effect: "deny",
    rule: "facts.untold",
    reason: "The counts of its changes are missing or wrong.",
  });
});

describe("an explanation of changes", () => {
  const policy = openPolicy({
    files: [
      team(`@id("ours") @reason("Deleting is not undone.")
        forbid (principal, action == Action::"apply", resource)
        when { context.changes.deleted > 0 && context.approval_level < 2 };`),
    ],
  });
  const explained = policy.explain(
    requestFor(high, { closed: true, apply: applyOf({ deleted: 2 }) }),
  );

  test("C26: it names the rules of each level, and where they are written", () => {
    const named = explained.levels.map(({ level, allowed, rules }) => [
      level,
      allowed,
      rules.map(({ id, file }) => `${id} in ${file}`),
    ]);
    expect(named).toEqual([
      [0, false, ["ours in policy/team.cedar"]],
      [1, false, ["ours in policy/team.cedar"]],
      [2, true, ["profile.risk.changes.replaced in profile risk"]],
    ]);
    expect(Explanation.parse(explained)).toEqual(explained);
  });

  test("C26: its facts are the counts", () => {
    expect(explained.facts).toEqual({ changes: applyOf({ deleted: 2 }).changes });
  });

  test("C26: it says what would change the decision", () => {
    expect(explained.wouldChange).toEqual([
      { change: "Have an admin approve these changes.", effect: "allow" },
      { change: 'Remove the rule "ours" from policy/team.cedar, line 1.', effect: "ask" },
      { change: "Use the profile governed.", effect: "deny" },
    ]);
  });

  test("X38: a call that has run is no dry run later", () => {
    const file = team("permit (principal, action, resource) when { context.dry_run };");
    const policy = openPolicy({ files: [file] });
    const changesFor = (overrides: object) =>
      policy.explain(requestFor(high, overrides)).wouldChange.map(({ change }) => change);
    expect(changesFor({})).toContain("Make it a dry run.");
    expect(changesFor({ apply: applyOf({ created: 1 }) })).not.toContain("Make it a dry run.");
  });

  test("X8: who let the call run may approve its changes", () => {
    const { wouldChange } = openPolicy().explain(
      requestFor(high, { approver: "bob", apply: applyOf({ deleted: 1 }, BY_USER) }),
    );
    expect(wouldChange[0]?.change).toBe("Have a user approve these changes.");
  });
});
