import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../base/json.ts";
import type { PolicyRequest } from "../ports/policy.ts";
import { SourceType, Trust } from "../schema/capability.ts";
import type { Decision } from "../schema/decision.ts";
import { Profile } from "../schema/profile.ts";
import { RiskLevel } from "../schema/risk-level.ts";
import type { Tool } from "../schema/tool.ts";
import { makeTool } from "../testing/make-tool.ts";
import { createProfilePolicy } from "./profile-policy.ts";

type Effect = Decision["effect"];
type Facts = {
  readonly profile: Profile;
  readonly risk: RiskLevel;
  readonly trust: Trust;
  readonly frozen: boolean;
  readonly source?: SourceType;
};

/** The table "Profiles" of the requirements, cell by cell. */
const TABLE: Record<Profile, Record<RiskLevel, (facts: Facts) => Effect>> = {
  auto: {
    LOW: () => "allow",
    MED: () => "allow",
    HIGH: () => "allow",
    CRITICAL: () => "ask_admin",
  },
  risk: {
    LOW: () => "allow",
    MED: ({ trust }) => (trust === "builtin" || trust === "local" ? "allow" : "ask"),
    HIGH: () => "ask",
    CRITICAL: () => "ask_admin",
  },
  strict: {
    LOW: () => "ask",
    MED: () => "ask",
    HIGH: () => "ask",
    CRITICAL: () => "ask_admin",
  },
  governed: {
    LOW: () => "allow",
    MED: () => "ask",
    HIGH: ({ frozen }) => (frozen ? "ask" : "deny"),
    CRITICAL: ({ frozen }) => (frozen ? "ask_admin" : "deny"),
  },
};

const CELLS: Facts[] = Profile.options.flatMap((profile) =>
  RiskLevel.options.flatMap((risk) =>
    Trust.options.flatMap((trust) =>
      [false, true].map((frozen) => ({ profile, risk, trust, frozen })),
    ),
  ),
);

const policy = createProfilePolicy("risk");

function requestOf({ profile, risk, trust, frozen, source = "builtin" }: Facts): PolicyRequest {
  return {
    tool: makeTool({ riskLevel: risk, trust, sourceType: source }),
    actor: "owner",
    inputs: {},
    profile,
    mode: "execution",
    dryRun: false,
    specFrozen: frozen,
  };
}

test.each(CELLS)("C26: $profile, $risk, trust $trust, spec frozen: $frozen", (facts) => {
  const { effect } = policy.decide(requestOf(facts));
  expect(effect).toBe(TABLE[facts.profile][facts.risk](facts));
});

test.each(CELLS.filter(({ trust }) => trust === "builtin"))(
  "P6: a call to a pack is never simply allowed: $profile, $risk, spec frozen: $frozen",
  (facts) => {
    const otherwise = TABLE[facts.profile][facts.risk](facts);
    const { effect } = policy.decide(requestOf({ ...facts, source: "pack" }));
    expect(effect).toBe(otherwise === "allow" ? "ask" : otherwise);
  },
);

test("C26: a decision has its effect, its reason for a person, and the rule that decided", () => {
  const facts: Facts = { profile: "risk", risk: "HIGH", trust: "builtin", frozen: false };
  expect(policy.decide(requestOf(facts))).toEqual({
    effect: "ask",
    rule: "profile.risk.HIGH",
    reason: "Profile risk asks a person for HIGH risk.",
  });
  expect(policy.decide(requestOf({ ...facts, profile: "governed" }))).toEqual({
    effect: "deny",
    rule: "profile.governed.HIGH",
    reason: "HIGH risk needs a frozen spec in profile governed.",
  });
  expect(policy.decide(requestOf({ ...facts, risk: "LOW", source: "pack" }))).toEqual({
    effect: "ask",
    rule: "packs.always_ask",
    reason: "Calls to packs always ask.",
  });
});

test.each(Profile.options)("the policy says which profile it was made for: %s", (profile) => {
  expect(createProfilePolicy(profile)).toMatchObject({ profile, version: "profiles-1" });
});

describe("what a decision depends on", () => {
  const anyProfile = fc.constantFrom(...Profile.options);
  const facts = fc.record({
    profile: anyProfile,
    risk: fc.constantFrom(...RiskLevel.options),
    trust: fc.constantFrom(...Trust.options),
    frozen: fc.boolean(),
    source: fc.constantFrom(...SourceType.options),
  });
  const rest = fc.record({
    actor: fc.string(),
    inputs: fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<JsonValue>,
    mode: fc.constantFrom("planning" as const, "execution" as const),
    dryRun: fc.boolean(),
  });
  const toolRest = fc.record({
    toolId: fc.string(),
    name: fc.string(),
    description: fc.string(),
    sideEffectTags: fc.constantFrom<Tool["sideEffectTags"]>([], ["payments"]),
    capabilityId: fc.string(),
    version: fc.string(),
    enabled: fc.boolean(),
    behaviour: fc.record({
      readOnly: fc.boolean(),
      idempotent: fc.boolean(),
      dryRun: fc.boolean(),
      timeoutMs: fc.integer({ min: 1 }),
    }),
  });

  test("C26: on risk, trust, source, profile and frozen spec, and on nothing else", () => {
    fc.assert(
      fc.property(facts, rest, toolRest, anyProfile, (given, other, otherTool, owner) => {
        const request = requestOf(given);
        const varied = { ...request, ...other, tool: { ...request.tool, ...otherTool } };
        expect(createProfilePolicy(owner).decide(varied)).toEqual(policy.decide(request));
      }),
    );
  });

  test("C26: never looser for what is riskier, less trusted, or a pack", () => {
    const strictness: Record<Effect, number> = { allow: 0, ask: 1, ask_admin: 2, deny: 3 };
    const rank = (given: Facts) => strictness[policy.decide(requestOf(given)).effect];
    fc.assert(
      fc.property(facts, (given) => {
        for (const risk of RiskLevel.options.slice(RiskLevel.options.indexOf(given.risk))) {
          expect(rank({ ...given, risk })).toBeGreaterThanOrEqual(rank(given));
        }
        expect(rank({ ...given, trust: "remote" })).toBeGreaterThanOrEqual(rank(given));
        expect(rank({ ...given, source: "pack" })).toBeGreaterThanOrEqual(rank(given));
      }),
    );
  });
});
