import { describe, expect, test } from "vitest";
import { CapstanError } from "../base/errors.ts";
import { checkPolicies } from "./check-policies.ts";
import type { PolicyOptions } from "./policy-options.ts";
import { problemLine } from "./policy-problem.ts";
import { FOUR_EYES, openPolicy, PROFILES, team } from "./testing/open-policy.ts";

const check = (options: Partial<PolicyOptions>) =>
  checkPolicies({ profile: "risk", profiles: PROFILES, ...options }).map(problemLine);
const checkText = (text: string) => check({ files: [team(text)] });
const when = (condition: string) => `forbid (principal, action, resource)\nwhen { ${condition} };`;

describe("what is wrong with a policy", () => {
  test.each([
    {
      name: "an unknown attribute of a tool",
      text: when("resource.rsk > 1"),
      says: "2:8: attribute `rsk` on entity type `Tool` not found; did you mean `risk`?",
    },
    {
      name: "an unknown attribute of the context",
      text: when("context.aproval_level > 1"),
      says: '2:8: attribute `aproval_level` in context for Action::"invoke" not found; did you mean `approval_level`?',
    },
    {
      name: "a comparison of different types",
      text: when('resource.risk == "HIGH"'),
      says: "2:8: the types Long and String are not compatible; both operands to a `==` expression must have compatible types. Types must be exactly equal to be compatible",
    },
    {
      name: "an argument that nobody checks to be there",
      text: when('context.args.path == "/etc"'),
      says: '2:8: unable to guarantee safety of access to optional attribute `args.path` in context for Action::"invoke"; try testing for the attribute\'s presence with `context.args has path && ..`',
    },
    {
      name: "an argument that cannot have both types",
      text: when('context.args has n && context.args.n > 1 && context.args.n like "a*"'),
      says: "2:52: unexpected type: expected String but saw Long",
    },
    {
      name: "a text compared as a number",
      text: when("context.text has n && context.text.n > 1"),
      says: "2:30: unexpected type: expected Long but saw String",
    },
    {
      name: "a missing semicolon",
      text: "permit (principal, action, resource)",
      says: "1:37: unexpected end of input; expected `;` or identifier",
    },
    {
      name: "a word that is no effect",
      text: "// Unicode counts: é😀\nalow (principal, action, resource);",
      says: "2:1: invalid policy effect: alow; effect must be either `permit` or `forbid`",
    },
    {
      name: "a string that is never closed",
      text: when('resource.id == "é'),
      says: "2:23: invalid token; try checking that all strings are closed properly",
    },
    {
      name: "an unknown action",
      text: 'permit (principal, action == Action::"read", resource);',
      says: '1:30: unrecognized action `Action::"read"`; did you mean `Action::"apply"`?',
    },
    {
      name: "X38: facts about changes in a rule that names no action, which is about calls",
      text: when("context.changes.deleted > 0"),
      says: '1:1: `context.changes` is about changes; write `action == Action::"apply"`',
    },
    {
      name: "X38: the action of changes in the condition of a rule about calls",
      text: when('action == Action::"apply"'),
      says: '2:18: unrecognized action `Action::"apply"`; did you mean `Action::"invoke"`?',
    },
    {
      name: "a template",
      text: "permit (principal == ?principal, action, resource);",
      says: "1:22: expected a static policy, got a template containing the slot ?principal; try removing the template slot(s) from this policy",
    },
    {
      name: "a rule that can never apply",
      text: when("resource.risk > 1 && false"),
      says: "1:1: policy is impossible: the policy expression evaluates to false for all valid requests",
    },
    {
      name: "a function of what is only known in a call",
      text: when("context.text has ip && ip(context.text.ip).isLoopback()"),
      says: "2:31: extension constructors may not be called with non-literal expressions; consider applying extension constructors inside attribute values when constructing entity or context data",
    },
    {
      name: "the arguments as a whole",
      text: when("context.args == context.args"),
      says: "1:1: `context.args` cannot be used as a whole; name an attribute, as in `context.args.name`",
    },
    {
      name: "the context as a whole",
      text: when("[context].contains(context)"),
      says: "1:1: `context` cannot be used as a whole; name an attribute, as in `context.name`",
    },
    {
      name: "more about the approver than is known",
      text: when('context has approver && context.approver.scopes.contains("admin")'),
      says: "1:1: only who approved is known, not `context.approver.scopes`; compare with `context.approver` itself",
    },
    {
      name: "A114: an argument with the name of an escape",
      text: when("context.text has __entity"),
      says: "1:1: an argument called `__entity` is never told to policies",
    },
    {
      name: "A114: an escape inside an argument",
      text: when('context.args has "a.__extn"'),
      says: "1:1: an argument called `a.__extn` is never told to policies",
    },
    {
      name: "an id of Capstan's own",
      text: '@id("permissions.deny")\npermit (principal, action, resource);',
      says: '1:1: the @id "permissions.deny" is reserved',
    },
    {
      name: "an empty id",
      text: '@id("")\npermit (principal, action, resource);',
      says: "1:1: the @id is empty",
    },
    {
      name: "nesting that would overflow the stack of the evaluator",
      text: when(Array(200).fill("resource.risk == 1").join(" || ")),
      says: '1:1: nested more than 150 deep; compare with many values as ["a", "b"].contains(…)',
    },
  ])("C4: $name", ({ text, says }) => {
    expect(checkText(text)).toEqual([`policy/team.cedar:${says}`]);
  });

  test("C4: parentheses that overflow the stack of the parser are told, and harm no other file", () => {
    const deep = `${"(".repeat(5_000)}true${")".repeat(5_000)}`;
    const problems = check({
      files: [{ name: "policy/deep.cedar", text: when(deep) }, team(when("resource.rsk > 1"))],
    });
    expect(problems).toEqual([
      expect.stringMatching(/^policy\/deep\.cedar:1:1: cedar failed: /),
      expect.stringMatching(/^policy\/team\.cedar:2:8: attribute `rsk`/),
    ]);
  });
});

test("C4: all problems of all files are told, in one error that names the first place", () => {
  const files = [
    { name: "policy/a.cedar", text: `${when("resource.rsk > 1")}\n\n${when("context.no")}` },
    { name: "policy/b.cedar", text: "oops;" },
    FOUR_EYES,
  ];
  expect(check({ files })).toHaveLength(3);
  const error = catchError(() => openPolicy({ files }));
  expect(error).toMatchObject({
    code: "POLICY_INVALID",
    details: { file: "policy/b.cedar", line: 1 },
  });
  expect(error.message.split("\n")).toEqual(check({ files }));
});

test("C4: an id that is taken is told with the place of the other", () => {
  const named = (id: string) => `@id("${id}") permit (principal, action, resource);`;
  const files = [
    { name: "policy/a.cedar", text: `\n${named("x")}` },
    { name: "policy/b.cedar", text: `${named("y")} ${named("x")}` },
  ];
  expect(check({ files })).toEqual([
    'policy/b.cedar:1:48: the @id "x" is already that of policy/a.cedar:2',
  ]);
});

test("C4: a wrong entry of a list is told", () => {
  const permissions = { allow: ["a(b"], ask: [], deny: [] };
  expect(check({ permissions })).toEqual([
    'settings.json:1:1: permissions.allow has the entry "a(b": it has a "(" but does not end with ")"',
  ]);
});

test("C4: a broken profile is told even where the owner uses another", () => {
  const profiles = new Map([...PROFILES, ["auto", team(when("resource.rsk > 1"))] as const]);
  expect(check({ profiles })).toEqual([expect.stringContaining("attribute `rsk`")]);
});

test.each([
  ["numbers", "context.args has n && context.args.n > 1"],
  ["booleans", "context.args has yes && context.args.yes"],
  ["texts", 'context.args has a && context.args.a like "x*"'],
  ["an attribute", "context.args has n && context.args.n == resource.risk"],
  ["a set", 'context.args has n && [1, 2].contains(context.args.n) && context.text has "a b"'],
  ["each other", "context.args has a && context.args has b && context.args.a == context.args.b"],
  ["a choice", "context.args has n && (if context.dry_run then context.args.n else 3) > 2"],
  ["a dotted name", 'context.args has "a.b" && context.args["a.b"] == 3'],
  ["a nested has", 'context has args.path && context.args.path == "x"'],
])("C4: the types of arguments follow from %s", (_, condition) => {
  // Beside a rule that uses every name as something else.
  const others = ["n", "yes", "a", "b"].map((name) =>
    when(`context.args has ${name} && context.args.${name} like "${name}*"`),
  );
  expect(checkText([...others, when(condition)].join("\n"))).toEqual([]);
});

function catchError(work: () => unknown): CapstanError {
  try {
    work();
  } catch (error) {
    if (error instanceof CapstanError) return error;
  }
  throw new Error("Nothing was thrown.");
}
