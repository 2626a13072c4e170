import { cedarAny, cedarMatch, cedarString } from "../cedar/cedar-text.ts";
import type { PolicyFile } from "../policy-options.ts";
import type { PermissionEntry } from "./permission-entry.ts";
import { LISTS, LISTS_FILE, type ListName, type PermissionLists } from "./permission-lists.ts";

const FORMS = {
  allow: { effect: "permit", unless: "", does: "allows" },
  ask: { effect: "forbid", unless: "\nunless { context.approval_level >= 1 }", does: "asks for" },
  deny: { effect: "forbid", unless: "", does: "forbids" },
} as const;

/** One policy for each list that has entries: a policy more costs 2.7 µs in every decision. */
export function compileLists(lists: PermissionLists): PolicyFile {
  const used = LISTS.filter((name) => lists[name].length > 0);
  const text = used.map((name) => compileList(name, lists[name])).join("\n");
  return { name: LISTS_FILE, text };
}

/** The id of the rule that a list becomes. */
function ruleOfList(name: ListName): string {
  return `permissions.${name}`;
}

export function listOfRule(ruleId: string): ListName | undefined {
  return LISTS.find((name) => ruleOfList(name) === ruleId);
}

function compileList(name: ListName, entries: readonly PermissionEntry[]): string {
  const { effect, unless, does } = FORMS[name];
  const reason = `The list permissions.${name} in ${LISTS_FILE} ${does} this call.`;
  return `@id(${cedarString(ruleOfList(name))})
@reason(${cedarString(reason)})
${effect} (principal, action, resource)
when { ${conditionOf(entries)} }${unless};
`;
}

function conditionOf(entries: readonly PermissionEntry[]): string {
  const whole = entries.filter(({ args }) => args.length === 0).map(({ tool }) => tool);
  const ids = whole.filter((tool) => !tool.includes("*"));
  const patterns = whole.filter((tool) => tool.includes("*"));
  const partly = Map.groupBy(
    entries.filter(({ args }) => args.length > 0),
    ({ tool }) => tool,
  );
  return cedarAny([
    ...(ids.length > 0 ? [`[${ids.map(cedarString).join(", ")}].contains(resource.id)`] : []),
    ...patterns.map((tool) => cedarMatch("resource.id", tool)),
    ...[...partly].map(
      ([tool, group]) => `(${cedarMatch("resource.id", tool)} && ${cedarAny(group.map(argsOf))})`,
    ),
  ]);
}

/** Compared as text, so that a pattern never meets a value of another type. */
function argsOf({ args }: PermissionEntry): string {
  const conditions = args.map(([name, pattern]) => {
    const key = cedarString(name);
    return `context.text has ${key} && ${cedarMatch(`context.text[${key}]`, pattern)}`;
  });
  return `(${conditions.join(" && ")})`;
}
