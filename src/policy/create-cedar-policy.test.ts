import { describe, expect, test } from "vitest";
import { Decision } from "../schema/decision.ts";
import { makeTool } from "../testing/make-tool.ts";
import type { PolicyRequest } from "./policy.ts";
import { FOUR_EYES, openPolicy, PROFILES, requestFor, team } from "./testing/open-policy.ts";

const low = makeTool();
const high = makeTool({ riskLevel: "HIGH" });
const NONE = { allow: [], ask: [], deny: [] };

const effects = (text: string, requests: readonly PolicyRequest[]) => {
  const policy = openPolicy({ files: [team(text)] });
  return requests.map((request) => policy.decide(request).effect);
};

describe("the rule that decided", () => {
  test("C26: for allow it is the permit", () => {
    const file = team(
      `@id("ours") permit (principal, action, resource == Tool::"${high.toolId}");`,
    );
    expect(openPolicy({ files: [file] }).decide(requestFor(high))).toEqual({
      effect: "allow",
      rule: "ours",
      reason: 'The rule "ours" in policy/team.cedar permits this call.',
    });
  });

  test("C26: for ask it is the forbid that stood below, with its own reason", () => {
    const file = team(`
      @id("slow_down") @reason("Looking costs money.")
      forbid (principal, action, resource) when { context.approval_level < 1 };`);
    expect(openPolicy({ files: [file] }).decide(requestFor(low))).toEqual({
      effect: "ask",
      rule: "slow_down",
      reason: "Looking costs money.",
    });
  });

  test("C26: for deny it is the forbid that no approval lifts", () => {
    const critical = makeTool({ riskLevel: "CRITICAL" });
    const policy = openPolicy({ permissions: { ...NONE, deny: ["builtin:*"] } });
    expect(policy.decide(requestFor(critical))).toEqual({
      effect: "deny",
      rule: "permissions.deny",
      reason: "The list permissions.deny in settings.json forbids this call.",
    });
  });

  test("C26: where nothing permits, the default denies", () => {
    const profiles = new Map([...PROFILES, ["risk", { name: "profile risk", text: "" }] as const]);
    expect(openPolicy({ profiles }).decide(requestFor(low))).toEqual({
      effect: "deny",
      rule: "default.deny",
      reason: "No rule permits this call.",
    });
  });

  test("C26: a policy without an id has the number that it has in its file", () => {
    const file = team(`
      permit (principal, action, resource) when { context.dry_run };
      @id @reason
      forbid (principal, action, resource) when { resource.risk == 2 };`);
    expect(openPolicy({ files: [file] }).decide(requestFor(high))).toEqual({
      effect: "deny",
      rule: "policy/team.cedar#2",
      reason: 'The rule "policy/team.cedar#2" in policy/team.cedar forbids this call.',
    });
  });

  test("A114: half of a surrogate pair, wherever it stands, breaks nothing", () => {
    const odd = makeTool({ toolId: "mcp:\ud800:x", name: "\udc00", capabilityId: "\ud800" });
    const policy = openPolicy({
      permissions: { ...NONE, deny: ["mcp:\ufffd:*(a=\ufffd)"] },
      files: [
        team(
          "forbid (principal, action, resource) when { context has approver && context.approver == principal };",
        ),
      ],
    });
    const request = requestFor(odd, {
      actor: { id: "\ud800", scopes: [] },
      approver: "bob",
      inputs: { a: "\ud800" },
    });
    expect(policy.decide(request).rule).toBe("permissions.deny");
    expect(policy.decide({ ...request, inputs: {} }).rule).toBe("profile.risk.LOW");
    expect(policy.explain(request).levels[0]?.rules[0]?.reason).toContain("a=\ufffd");
  });
});

describe("what rules can ask about", () => {
  test("C3, C31: the effects of a tool", () => {
    const payments = makeTool({ sideEffectTags: ["payments", "network.http"] });
    const rule = `forbid (principal, action, resource) when { resource.effects.contains("payments") };`;
    expect(effects(rule, [requestFor(payments), requestFor(low)])).toEqual(["deny", "allow"]);
  });

  test("C30: the scopes of the caller's token", () => {
    const rule = `forbid (principal, action, resource) unless { principal.scopes.contains("admin") };`;
    const admin = { id: "alice", scopes: ["admin" as const] };
    expect(effects(rule, [requestFor(low), requestFor(low, { actor: admin })])).toEqual([
      "deny",
      "allow",
    ]);
  });

  test("C4: who calls, the mode, a dry run and a frozen spec", () => {
    const rule = `forbid (principal == User::"bob", action == Action::"invoke", resource)
      when { context.mode == "planning" && context.dry_run && context.spec_frozen };`;
    const bob = requestFor(low, {
      actor: { id: "bob", scopes: [] },
      mode: "planning",
      dryRun: true,
      specFrozen: true,
    });
    expect(effects(rule, [bob, { ...bob, actor: { id: "eve", scopes: [] } }])).toEqual([
      "deny",
      "allow",
    ]);
    expect(
      effects(rule, [
        { ...bob, mode: "execution" },
        { ...bob, dryRun: false },
        { ...bob, specFrozen: false },
      ]),
    ).toEqual(["allow", "allow", "allow"]);
  });

  test("C4: every attribute of a tool, also where the expression hides which", () => {
    const rule = `forbid (principal, action, resource is Tool) when {
      (if context.dry_run then resource else resource).risk == 0
      && resource has id && resource.name == "look" && resource.trust == "builtin"
      && resource in [Tool::"builtin:eyes:look"] && resource.capability like "ey*"
      && resource.effects.isEmpty() && resource.source != "mcp" };`;
    expect(effects(rule, [requestFor(low), requestFor(high)])).toEqual(["deny", "ask"]);
  });

  test("C4: arguments as they are, and as text", () => {
    const rule = `forbid (principal, action, resource)
      when { context.args has amount && context.args.amount > 100 && context.args has currency
        && context.args.currency == "EUR" };
      forbid (principal, action, resource)
      when { context.text has amount && context.text.amount like "9*" }
      unless { context.args has safe && context.args.safe };`;
    const paying = (inputs: PolicyRequest["inputs"]) => requestFor(low, { inputs });
    expect(
      effects(rule, [
        paying({ amount: 101, currency: "EUR" }),
        paying({ amount: 101, currency: "USD" }),
        paying({ amount: 99 }),
        paying({ amount: 99, safe: true }),
        paying({}),
      ]),
    ).toEqual(["deny", "allow", "deny", "allow", "allow"]);
  });
});

describe("four eyes", () => {
  const policy = openPolicy({ files: [FOUR_EYES] });

  test("X8: whoever called does not approve, someone else does", () => {
    const effectWith = (approver: string | null) =>
      policy.decide(requestFor(high, { approver })).effect;
    expect([null, "alice", "bob"].map(effectWith)).toEqual(["ask", "deny", "ask"]);
  });

  test("X8: a rule about who approves alone is asked anew for each approver", () => {
    const rule = `forbid (principal, action, resource)
      when { context has approver && context.approver == User::"eve" };`;
    const barring = openPolicy({ files: [team(rule)] });
    const effectWith = (approver: string | null) =>
      barring.decide(requestFor(high, { approver })).effect;
    expect([null, "eve", "bob", "eve", null].map(effectWith)).toEqual([
      ...["ask", "deny", "ask", "deny", "ask"],
    ]);
  });

  test("X8: the denial says why", () => {
    expect(policy.decide(requestFor(high, { approver: "alice" }))).toEqual({
      effect: "deny",
      rule: "four_eyes",
      reason: "Someone other than the caller has to approve this.",
    });
  });
});

describe("an error while evaluating", () => {
  const overflow = `context.approval_level + 9223372036854775807 > 0`;

  test("A114: denies, and names the policy, its file and its line", () => {
    const file = team(`
      // Comments do not count as policies, but as lines.
      @id("sum")
      forbid (principal, action, resource) when { 0 < context.approval_level && ${overflow} };`);
    const decision = openPolicy({ files: [file] }).decide(requestFor(high));
    expect(decision).toEqual({
      effect: "deny",
      rule: "sum",
      reason:
        'The rule "sum" (policy/team.cedar:3) failed: integer overflow while attempting to add the values `1` and `9223372036854775807`.',
    });
  });

  test.each([0, 1, 2])("A114: denies also where only level %i meets it", (level) => {
    const rule = (effect: string) =>
      `${effect} (principal, action, resource) when { context.approval_level == ${level} && context.approval_level - ${level} + 9223372036854775807 + 1 > 0 };`;
    expect(effects(rule("forbid"), [requestFor(low), requestFor(high)])).toEqual(["deny", "deny"]);
    expect(effects(rule("permit"), [requestFor(low), requestFor(high)])).toEqual(["deny", "deny"]);
  });

  test("A114: an argument of another type than the rule expects denies", () => {
    const rule = `forbid (principal, action, resource) when { context.args has n && context.args.n < 5 };`;
    const sent = (n: string | number | boolean) => requestFor(low, { inputs: { n } });
    expect(effects(rule, [sent(4), sent(5), sent("5"), sent(true), sent(0.5)])).toEqual([
      "deny",
      "allow",
      "deny",
      "deny",
      "deny",
    ]);
  });
});

describe("a policy set", () => {
  test("C20: a request's profile chooses the rules, whatever the owner's is", () => {
    const policy = openPolicy({ profile: "strict" });
    expect(policy.profile).toBe("strict");
    expect(policy.decide(requestFor(low, { profile: "auto" })).effect).toBe("allow");
    expect(policy.decide(requestFor(low, { profile: "strict" })).effect).toBe("ask");
  });

  test("C20: the owner's files and lists hold under every profile", () => {
    const policy = openPolicy({
      permissions: { ...NONE, deny: ["builtin:mouth:*"] },
      files: [team("forbid (principal, action, resource) when { resource.risk == 2 };")],
    });
    const mouth = makeTool({ sourceId: "mouth" });
    for (const profile of PROFILES.keys()) {
      expect(policy.decide(requestFor(high, { profile })).effect).toBe("deny");
      expect(policy.decide(requestFor(mouth, { profile })).effect).toBe("deny");
    }
  });

  test("a profile that is not there is refused", () => {
    expect(() => openPolicy({ profiles: new Map() })).toThrow("profile risk:1:1: is not there");
  });

  test("C4: the version changes with every text and every list, and with nothing else", () => {
    const file = team("permit (principal, action, resource);");
    const versions = [
      openPolicy(),
      openPolicy({ profile: "auto" }),
      openPolicy({ files: [file] }),
      openPolicy({ files: [{ ...file, text: `${file.text}\n` }] }),
      openPolicy({ permissions: { ...NONE, deny: ["a"] } }),
      openPolicy({ permissions: { ...NONE, ask: ["a"] } }),
    ].map((policy) => policy.version);
    expect(versions[0]).toMatch(/^[\da-f]{12}$/);
    expect(versions[1]).toBe(versions[0]);
    expect(new Set(versions).size).toBe(5);
  });
});

describe("remembered decisions", () => {
  const about = openPolicy({
    files: [team('forbid (principal, action, resource) when { context.paths.contains("/etc") };')],
  });

  test("the same request has the same decision, which nobody can change", () => {
    const decision = about.decide(requestFor(high));
    expect(about.decide(requestFor(high))).toBe(decision);
    expect(Decision.parse(decision)).toEqual(decision);
    expect(Object.isFrozen(decision)).toBe(true);
  });

  test("it is shared by all requests that no rule can tell apart", () => {
    const decision = about.decide(requestFor(high));
    expect(
      about.decide(
        requestFor(high, {
          inputs: { note: "x" },
          actor: { id: "bob", scopes: [] },
          mode: "planning",
          dryRun: true,
          specFrozen: true,
          approver: "eve",
        }),
      ),
    ).toBe(decision);
    expect(about.decide(requestFor({ ...high, description: "Other.", digest: "other" }))).toBe(
      decision,
    );
  });

  test("tools for which the same rules matter differently do not share decisions", () => {
    const policy = openPolicy({
      files: [
        team(
          'forbid (principal, action, resource) when { resource.name == "a" || context.dry_run };',
        ),
      ],
    });
    const effectOf = (name: string) => policy.decide(requestFor(makeTool({ name }))).effect;
    expect(["b", "a", "b"].map(effectOf)).toEqual(["allow", "deny", "allow"]);
  });

  test("another tool, risk or fact is another decision", () => {
    const others = [
      requestFor(makeTool({ riskLevel: "HIGH", name: "see" })),
      requestFor({ ...high, riskLevel: "LOW" }),
      requestFor(high, { inputs: { path: "/etc" } }),
    ];
    for (const request of others) {
      expect(about.decide(request)).not.toBe(about.decide(requestFor(high)));
    }
    expect(others.map((request) => about.decide(request).effect)).toEqual(["ask", "allow", "deny"]);
  });
});
