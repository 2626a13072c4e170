import { describe, expect, test } from "vitest";
import { Trust } from "../schema/capability.ts";
import type { Decision } from "../schema/decision.ts";
import type { Profile } from "../schema/profile.ts";
import type { RiskLevel } from "../schema/risk-level.ts";
import type { Tool } from "../schema/tool.ts";
import { makeTool } from "../testing/make-tool.ts";
import { checkPolicies } from "./check-policies.ts";
import { openPolicy, PROFILES, requestFor } from "./testing/open-policy.ts";

type Effect = Decision["effect"];
type Row = readonly [Profile, RiskLevel, boolean, Effect, Effect, Effect, Effect, Effect];

/** The table "Profiles" of the requirements: builtin, local, local-mcp, remote; and any pack. */
const TABLE: readonly Row[] = [
  ["auto", "LOW", false, "allow", "allow", "allow", "allow", "ask"],
  ["auto", "LOW", true, "allow", "allow", "allow", "allow", "ask"],
  ["auto", "MED", false, "allow", "allow", "allow", "allow", "ask"],
  ["auto", "MED", true, "allow", "allow", "allow", "allow", "ask"],
  ["auto", "HIGH", false, "allow", "allow", "allow", "allow", "ask"],
  ["auto", "HIGH", true, "allow", "allow", "allow", "allow", "ask"],
  ["auto", "CRITICAL", false, "ask_admin", "ask_admin", "ask_admin", "ask_admin", "ask_admin"],
  ["auto", "CRITICAL", true, "ask_admin", "ask_admin", "ask_admin", "ask_admin", "ask_admin"],

  ["risk", "LOW", false, "allow", "allow", "allow", "allow", "ask"],
  ["risk", "LOW", true, "allow", "allow", "allow", "allow", "ask"],
  ["risk", "MED", false, "allow", "allow", "ask", "ask", "ask"],
  ["risk", "MED", true, "allow", "allow", "ask", "ask", "ask"],
  ["risk", "HIGH", false, "ask", "ask", "ask", "ask", "ask"],
  ["risk", "HIGH", true, "ask", "ask", "ask", "ask", "ask"],
  ["risk", "CRITICAL", false, "ask_admin", "ask_admin", "ask_admin", "ask_admin", "ask_admin"],
  ["risk", "CRITICAL", true, "ask_admin", "ask_admin", "ask_admin", "ask_admin", "ask_admin"],

  ["strict", "LOW", false, "ask", "ask", "ask", "ask", "ask"],
  ["strict", "LOW", true, "ask", "ask", "ask", "ask", "ask"],
  ["strict", "MED", false, "ask", "ask", "ask", "ask", "ask"],
  ["strict", "MED", true, "ask", "ask", "ask", "ask", "ask"],
  ["strict", "HIGH", false, "ask", "ask", "ask", "ask", "ask"],
  ["strict", "HIGH", true, "ask", "ask", "ask", "ask", "ask"],
  ["strict", "CRITICAL", false, "ask_admin", "ask_admin", "ask_admin", "ask_admin", "ask_admin"],
  ["strict", "CRITICAL", true, "ask_admin", "ask_admin", "ask_admin", "ask_admin", "ask_admin"],

  ["governed", "LOW", false, "allow", "allow", "allow", "allow", "ask"],
  ["governed", "LOW", true, "allow", "allow", "allow", "allow", "ask"],
  ["governed", "MED", false, "ask", "ask", "ask", "ask", "ask"],
  ["governed", "MED", true, "ask", "ask", "ask", "ask", "ask"],
  ["governed", "HIGH", false, "deny", "deny", "deny", "deny", "deny"],
  ["governed", "HIGH", true, "ask", "ask", "ask", "ask", "ask"],
  ["governed", "CRITICAL", false, "deny", "deny", "deny", "deny", "deny"],
  ["governed", "CRITICAL", true, "ask_admin", "ask_admin", "ask_admin", "ask_admin", "ask_admin"],
];

const PACKS: readonly Partial<Tool>[] = Trust.options.flatMap((trust) => [
  { trust, sourceType: "pack" },
  { trust, sourceType: "builtin", capabilityId: "capability_packs" },
]);

const policy = openPolicy();

test.each(TABLE)(
  "C2, C28, C37, X6: under %s, %s risk (spec frozen: %s) by trust is %s, %s, %s, %s; a pack %s",
  (profile, riskLevel, specFrozen, ...expected) => {
    const effectOf = (tool: Partial<Tool>) =>
      policy.decide(requestFor(makeTool({ riskLevel, ...tool }), { profile, specFrozen })).effect;
    const ofPacks = expected.at(-1);
    expect(Trust.options.map((trust) => effectOf({ trust }))).toEqual(expected.slice(0, 4));
    expect(PACKS.map(effectOf)).toEqual(PACKS.map(() => ofPacks));
  },
);

describe("what an allow list does to a profile", () => {
  const allowAll = openPolicy({ permissions: { allow: ["*"], ask: [], deny: [] } });
  const effectOf = (profile: Profile, tool: Partial<Tool>, specFrozen = true) =>
    allowAll.decide(requestFor(makeTool(tool), { profile, specFrozen })).effect;

  test.each([...PROFILES.keys()])(
    "P34: under %s it lets a pack through without asking",
    (profile) => {
      expect(effectOf(profile, { sourceType: "pack" })).toBe("allow");
      expect(effectOf(profile, { capabilityId: "capability_packs", riskLevel: "HIGH" })).toBe(
        "allow",
      );
    },
  );

  test.each([...PROFILES.keys()])("X8: under %s CRITICAL still needs an admin", (profile) => {
    expect(effectOf(profile, { riskLevel: "CRITICAL" })).toBe("ask_admin");
    expect(effectOf(profile, { riskLevel: "CRITICAL", sourceType: "pack" })).toBe("ask_admin");
  });

  test("C29, X10: under governed HIGH still needs a frozen spec", () => {
    expect(effectOf("governed", { riskLevel: "HIGH" }, false)).toBe("deny");
    expect(effectOf("governed", { riskLevel: "HIGH" }, true)).toBe("allow");
  });
});

test("C26: a decision names its rule, and gives the rule's reason", () => {
  const decide = (riskLevel: RiskLevel, profile: Profile, tool: Partial<Tool> = {}) =>
    policy.decide(requestFor(makeTool({ riskLevel, ...tool }), { profile }));
  expect(decide("LOW", "risk")).toEqual({
    effect: "allow",
    rule: "profile.risk.LOW",
    reason: "Profile risk allows LOW risk.",
  });
  expect(decide("HIGH", "risk")).toEqual({
    effect: "ask",
    rule: "profile.risk.HIGH",
    reason: "Profile risk asks a person for HIGH risk.",
  });
  expect(decide("CRITICAL", "risk")).toEqual({
    effect: "ask_admin",
    rule: "profile.risk.CRITICAL",
    reason: "Profile risk asks an admin for CRITICAL risk.",
  });
  expect(decide("CRITICAL", "governed")).toEqual({
    effect: "deny",
    rule: "profile.governed.spec_frozen",
    reason: "Profile governed needs a frozen spec for HIGH risk and above.",
  });
  expect(decide("MED", "risk", { sourceType: "pack" })).toEqual({
    effect: "ask",
    rule: "packs.always_ask",
    reason: "Calls to packs always ask.",
  });
});

test("the shipped files are valid, and every rule in them has an id and a reason", () => {
  expect(checkPolicies({ profile: "risk", profiles: PROFILES })).toEqual([]);
  for (const { text } of PROFILES.values()) {
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    const rules = count(/^(?:permit|forbid) /gm);
    expect([count(/^@id\("/gm), count(/^@reason\("/gm)]).toEqual([rules, rules]);
  }
});

test("the profiles forbid nothing but CRITICAL without an admin, risk without a frozen spec, what a page asks for, an install that nobody saw, the end of a process, and doors that nobody saw", () => {
  const forbidding = [...PROFILES.values()].flatMap(({ text }) =>
    [...text.matchAll(/@id\("([^"]+)"\)\n@reason\([^\n]+\nforbid/g)].map(([, id]) => id),
  );
  const ofHub = ["hub.always_ask", "hub.new_key", "hub.packages", "hub.unsigned"];
  expect(forbidding.sort()).toEqual([
    ...ofHub.flatMap((id) => [...PROFILES.keys()].map(() => id)),
    "profile.auto.CRITICAL",
    "profile.auto.changes.doors",
    "profile.auto.tainted",
    "profile.governed.CRITICAL",
    "profile.governed.changes.doors",
    "profile.governed.changes.spec_frozen",
    "profile.governed.spec_frozen",
    "profile.governed.tainted",
    "profile.risk.CRITICAL",
    "profile.risk.changes.doors",
    "profile.risk.tainted",
    "profile.strict.CRITICAL",
    "profile.strict.changes.doors",
    ...[...PROFILES.keys()].map(() => "system.always_ask"),
  ]);
});
