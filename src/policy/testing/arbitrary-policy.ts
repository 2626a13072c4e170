import fc from "fast-check";
import type { JsonObject } from "../../base/json.ts";
import { OwnSourceType, Trust } from "../../schema/capability.ts";
import type { ChangeFacts } from "../../schema/change-facts.ts";
import { Profile } from "../../schema/profile.ts";
import { RiskLevel } from "../../schema/risk-level.ts";
import type { Tool } from "../../schema/tool.ts";
import type { Apply } from "../apply.ts";
import type { PolicyRequest } from "../policy.ts";

const TOOL_IDS = ["mcp:fs:read", "mcp:fs:write", "builtin:eyes:look"];
const NAMES = ["alice", "bob"];
const PATHS = ["/etc/passwd", "/tmp/x", "9"];

const number = fc.integer({ min: -1, max: 4 });
const compare = fc.constantFrom("==", "!=", "<", "<=", ">", ">=");
const toolId = fc.constantFrom(...TOOL_IDS);
const path = fc.constantFrom(...PATHS);

/** Conditions that are valid, some of which can fail. */
const atom = fc.oneof(
  fc.tuple(compare, number).map(([op, n]) => `resource.risk ${op} ${n}`),
  fc.tuple(compare, number).map(([op, n]) => `context.approval_level ${op} ${n}`),
  toolId.map((id) => `resource.id == "${id}"`),
  toolId.map((id) => `resource == Tool::"${id}"`),
  fc.constantFrom("mcp:*", "*:read", "*:*:*e*").map((like) => `resource.id like "${like}"`),
  fc.constantFrom(...OwnSourceType.options).map((source) => `resource.source == "${source}"`),
  fc
    .constantFrom("builtin", "remote")
    .map((trust) => `["local", "${trust}"].contains(resource.trust)`),
  fc.constant('resource.effects.containsAny(["payments", "fs.read"])'),
  fc.constantFrom(...NAMES).map((name) => `principal == User::"${name}"`),
  fc.constant('principal.scopes.contains("admin")'),
  fc.constant("context has approver && context.approver == principal"),
  fc.constantFrom('context.mode == "planning"', "context.dry_run", "context.spec_frozen"),
  path.map((text) => `context.text has path && context.text.path like "${text.slice(0, 5)}*"`),
  path.map((text) => `context.paths.contains("${text}")`),
  number.map((n) => `context.args has n && context.args.n < ${n}`),
  number.map((n) => `context.args has n && context.args.n + ${n} > 2`),
  fc.constant("9223372036854775807 + context.approval_level > 0"),
  fc.constantFrom("(if context.dry_run then resource else resource).risk == 1", "true"),
);

const { condition } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    atom.map((text) => `(${text})`),
    fc
      .tuple(tie("condition"), fc.constantFrom("&&", "||"), tie("condition"))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    tie("condition").map((inner) => `!${inner}`),
    fc
      .tuple(tie("condition"), tie("condition"), tie("condition"))
      .map(([test, then, otherwise]) => `(if ${test} then ${then} else ${otherwise})`),
  ),
}));

const scope = fc.oneof(
  fc.constantFrom("resource", "resource is Tool"),
  toolId.map((id) => `resource == Tool::"${id}"`),
  toolId.map((id) => `resource in Tool::"${id}"`),
);

/** The text of one policy. */
export function arbitraryPolicy(
  effect: fc.Arbitrary<string> = fc.constantFrom("permit", "forbid"),
  action: fc.Arbitrary<string> = fc.constant("action"),
) {
  const clauses = fc.array(fc.tuple(fc.constantFrom("when", "unless"), condition), {
    maxLength: 2,
  });
  return fc
    .tuple(effect, action, scope, clauses)
    .map(
      ([does, about, resource, conditions]) =>
        `${does} (principal, ${about}, ${resource})${conditions.map(([kind, text]) => ` ${kind} { ${text} }`).join("")};`,
    );
}

/** Scopes that are about changes, some of them about calls as well. */
export const aboutChanges = fc.constantFrom(
  'action == Action::"apply"',
  'action in [Action::"invoke", Action::"apply"]',
);

const count = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 7 }));

const arbitraryChanges: fc.Arbitrary<ChangeFacts> = fc.record({
  created: count,
  changed: count,
  deleted: count,
  moved: count,
  bytes: fc.nat(),
  doors: fc.constantFrom(0, 0, 1, 9),
  outside: fc.constantFrom(0, 0, 1),
  names: fc.constantFrom(0, 0, 1),
});

export const arbitraryApply: fc.Arbitrary<Apply> = fc.record({
  changes: arbitraryChanges,
  answer: fc.oneof(
    fc.constant(null),
    fc.record({
      by: fc.constant("approval" as const),
      level: fc.constantFrom("user" as const, "admin" as const),
    }),
    fc.record({
      by: fc.constant("grant" as const),
      level: fc.constantFrom("user" as const, "admin" as const),
      names: fc.subarray(["replace" as const, "delete" as const]),
    }),
  ),
});

export const arbitraryInputs: fc.Arbitrary<JsonObject> = fc.record(
  {
    path: fc.oneof(path, fc.constant(9)),
    n: fc.oneof(number, fc.constant(2 ** 53), fc.constant("text")),
    note: fc.string(),
  },
  { requiredKeys: [] },
);

/** A request for one of the tools that the policies know. */
export function arbitraryRequest(tool: Tool): fc.Arbitrary<PolicyRequest> {
  const anyTool = fc.record({
    toolId,
    riskLevel: fc.constantFrom(...RiskLevel.options),
    trust: fc.constantFrom(...Trust.options),
    sourceType: fc.constantFrom(...OwnSourceType.options),
    sideEffectTags: fc.constantFrom<Tool["sideEffectTags"]>([], ["payments"]),
  });
  return fc.record({
    tool: anyTool.map((facts) => ({ ...tool, ...facts })),
    actor: fc.record({
      id: fc.constantFrom(...NAMES),
      scopes: fc.constantFrom<PolicyRequest["actor"]["scopes"]>([], ["invoke", "admin"]),
    }),
    inputs: arbitraryInputs,
    hosts: fc.subarray(["api.example.com", "10.0.0.7:8080"]),
    profile: fc.constantFrom(...Profile.options),
    mode: fc.constantFrom("planning", "execution"),
    dryRun: fc.boolean(),
    specFrozen: fc.boolean(),
    tainted: fc.boolean(),
    approver: fc.constantFrom(null, ...NAMES),
  });
}
