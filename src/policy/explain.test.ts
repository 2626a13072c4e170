import { describe, expect, test } from "vitest";
import { Explanation } from "../schema/explanation.ts";
import { makeTool } from "../testing/make-tool.ts";
import { FOUR_EYES, openPolicy, requestFor, team } from "./testing/open-policy.ts";

const high = makeTool({
  riskLevel: "HIGH",
  sourceType: "mcp",
  sourceId: "fs",
  name: "delete_file",
});
const NONE = { allow: [], ask: [], deny: [] };

describe("what was decided", () => {
  test("C26: each level has its rules, where they are written, and their reasons", () => {
    const policy = openPolicy({
      files: [
        team(`// The team's own.
@id("careful") @reason("Deleting is not undone.")
forbid (principal, action, resource) when { resource.name like "delete_*" && context.approval_level < 2 };`),
      ],
    });
    const { decision, levels } = policy.explain(requestFor(high));
    expect(decision).toEqual(policy.decide(requestFor(high)));
    const careful = {
      id: "careful",
      effect: "forbid",
      file: "policy/team.cedar",
      line: 2,
      reason: "Deleting is not undone.",
    };
    const profile = {
      id: "profile.risk.HIGH",
      effect: "permit",
      file: "profile risk",
      line: 38,
      reason: "Profile risk asks a person for HIGH risk.",
    };
    expect(levels).toEqual([
      { level: 0, allowed: false, rules: [careful], errors: [] },
      { level: 1, allowed: false, rules: [careful], errors: [] },
      { level: 2, allowed: true, rules: [profile], errors: [] },
    ]);
  });

  test("C26: the rule of a list names the entries that matched, and no others", () => {
    const deny = [
      "mcp:*:delete_*",
      "mcp:fs:delete_file(path=/etc/*)",
      "mcp:fs:delete_file(path=/tmp/*)",
      "mcp:git:*",
    ];
    const policy = openPolicy({ permissions: { ...NONE, deny } });
    const { levels } = policy.explain(requestFor(high, { inputs: { path: "/etc/passwd" } }));
    expect(levels[0]?.rules).toEqual([
      {
        id: "permissions.deny",
        effect: "forbid",
        file: "settings.json",
        line: 1,
        reason:
          'The list permissions.deny in settings.json forbids this call: "mcp:*:delete_*", "mcp:fs:delete_file(path=/etc/*)".',
      },
    ]);
  });

  test("A114: an error is shown at its level, with the place of the policy", () => {
    const policy = openPolicy({
      files: [
        team(`@id("sum") permit (principal, action, resource)
          when { context.approval_level == 1 && context.approval_level + 9223372036854775807 > 0 };`),
      ],
    });
    const { decision, levels } = policy.explain(requestFor(high));
    expect(decision).toMatchObject({ effect: "deny", rule: "sum" });
    expect(levels.map(({ allowed, errors }) => [allowed, errors])).toEqual([
      [false, []],
      [
        false,
        [
          {
            rule: "sum",
            message:
              "policy/team.cedar:1: integer overflow while attempting to add the values `1` and `9223372036854775807`",
          },
        ],
      ],
      [true, []],
    ]);
  });

  test("C26: the facts are those that policy was told, and nothing else of the inputs", () => {
    const policy = openPolicy({
      files: [
        team(`forbid (principal, action, resource) when { context.paths.contains("/etc") }
          unless { context.args has force && context.args.force };`),
      ],
    });
    const inputs = { path: "/tmp//x", password: "hunter2", force: true };
    const explanation = policy.explain(requestFor(high, { inputs }));
    expect(explanation.facts).toEqual({ args: { force: true }, paths: ["/tmp//x", "/tmp/x"] });
    expect(JSON.stringify(explanation)).not.toContain("hunter2");
    expect(Explanation.parse(explanation)).toEqual(explanation);
  });

  test("A114: what cannot be told leaves nothing to explain but that", () => {
    const policy = openPolicy({ permissions: { ...NONE, deny: ["*(path=/etc/*)"] } });
    expect(policy.explain(requestFor(high, { inputs: { path: ["/etc"] } }))).toMatchObject({
      decision: { effect: "deny", rule: "facts.untold" },
      levels: [],
    });
  });
});

describe("what would change it", () => {
  const changes = (policy = openPolicy(), overrides = {}, tool = high) =>
    policy.explain(requestFor(tool, overrides)).wouldChange;

  test("C26: an approval, a list, and other profiles", () => {
    expect(changes()).toEqual([
      { change: "Have a user approve this call.", effect: "allow" },
      {
        change: 'Add "mcp:fs:delete_file" to permissions.allow in settings.json.',
        effect: "allow",
      },
      { change: "Use the profile auto.", effect: "allow" },
      { change: "Use the profile governed.", effect: "deny" },
    ]);
  });

  test("C26: an admin, where only that helps", () => {
    expect(changes(openPolicy(), {}, makeTool({ riskLevel: "CRITICAL" }))).toEqual([
      { change: "Have an admin approve this call.", effect: "allow" },
      { change: "Use the profile governed.", effect: "deny" },
    ]);
  });

  test("C29: a frozen spec", () => {
    expect(changes(openPolicy(), { profile: "governed" })).toEqual([
      { change: "Freeze the spec.", effect: "ask" },
      { change: "Use the profile auto.", effect: "allow" },
      { change: "Use the profile risk.", effect: "ask" },
      { change: "Use the profile strict.", effect: "ask" },
    ]);
  });

  test("X10: planning and dry runs, where a rule asks", () => {
    const file = team(`permit (principal, action, resource) when { context.dry_run };
      forbid (principal, action, resource) when { context.mode == "planning" };`);
    expect(changes(openPolicy({ files: [file] }))).toEqual(
      expect.arrayContaining([
        { change: "Make it a dry run.", effect: "allow" },
        { change: "Use planning mode.", effect: "deny" },
      ]),
    );
  });

  test("C26: the entries of a list that stand in the way", () => {
    const policy = openPolicy({
      permissions: { ...NONE, ask: ["*"], deny: ["mcp:*", "mcp:fs:*", "x"] },
    });
    expect(changes(policy)).toEqual([
      {
        change: 'Remove "mcp:*", "mcp:fs:*" from permissions.deny in settings.json.',
        effect: "ask",
      },
    ]);
  });

  test("C26: the owner's rules that stand in the way, but none of the profile's", () => {
    const file = team(
      `@id("never") forbid (principal, action, resource) when { resource.risk > 1 };`,
    );
    expect(
      changes(openPolicy({ files: [file] }), { profile: "governed", specFrozen: true }),
    ).toEqual([
      { change: 'Remove the rule "never" from policy/team.cedar, line 1.', effect: "ask" },
    ]);
  });

  test("X8: another approver, where four eyes are needed", () => {
    expect(changes(openPolicy({ files: [FOUR_EYES] }), { approver: "alice" })).toEqual([
      { change: 'Have a user other than "alice" approve this call.', effect: "allow" },
      { change: 'Remove the rule "four_eyes" from policy/four-eyes.cedar, line 6.', effect: "ask" },
    ]);
  });

  test("C26: nothing that leads to the same", () => {
    expect(changes(openPolicy(), { profile: "auto" }, makeTool())).toEqual([
      { change: "Use the profile strict.", effect: "ask" },
    ]);
  });
});
