import type { Profile } from "../../schema/profile.ts";
import type { Cedar } from "../cedar/cedar.ts";
import { readLists } from "../lists/permission-lists.ts";
import type { PolicyOptions } from "../policy-options.ts";
import type { PolicyProblem } from "../policy-problem.ts";
import { problemAt } from "./problem-at.ts";
import { readRules } from "./read-rules.ts";
import type { Rule } from "./rule.ts";
import type { RuleSet } from "./rule-set.ts";
import { validateRules } from "./validate-rules.ts";

type Problems = { readonly problems: readonly PolicyProblem[] };

/** What the owner adds to every profile: read once, whatever the number of profiles in use. */
export type Owned = Pick<RuleSet, "lists" | "owned"> & Problems;

/** The first parts of the ids that Capstan gives. */
const RESERVED = /^(?:default|facts|hub|packs|permissions|profile)\./;

export function readOwned(
  cedar: Cedar,
  { permissions, files = [], formerNames }: PolicyOptions,
): Owned {
  const { lists, problems } = readLists(permissions);
  const read = files.map((file) => readRules(cedar, file, formerNames));
  const owned = read.flatMap(({ rules }) => rules);
  return {
    lists,
    owned,
    problems: [
      ...problems,
      ...read.flatMap((one) => one.problems),
      ...owned.filter(({ id }) => RESERVED.test(id)).map((rule) => refuseId(rule, "is reserved")),
      ...validateRules(cedar, owned),
    ],
  };
}

/**
 * The rules under a profile. Shipped ones are validated by a test and by `checkPolicies`: the first
 * validation takes 50 ms, and a start should not pay for it unless the owner has rules too.
 */
export function readRuleSet(
  cedar: Cedar,
  { profiles }: PolicyOptions,
  profile: Profile,
  { lists, owned, problems }: Owned,
): RuleSet & Problems {
  const file = profiles.get(profile);
  if (!file) {
    const missing = { file: `profile ${profile}`, line: 1, column: 1, message: "is not there" };
    return { shipped: [], lists, owned, problems: [missing, ...problems] };
  }
  const { rules: shipped, problems: unreadable } = readRules(cedar, file);
  const repeated = repeatedIds([...shipped, ...owned]);
  return { shipped, lists, owned, problems: [...unreadable, ...problems, ...repeated] };
}

function repeatedIds(rules: readonly Rule[]): PolicyProblem[] {
  return [...Map.groupBy(rules, ({ id }) => id).values()].flatMap(([first, ...others]) =>
    others.map((rule) => refuseId(rule, `is already that of ${first?.file.name}:${first?.line}`)),
  );
}

function refuseId(rule: Rule, why: string): PolicyProblem {
  return problemAt(rule.file, rule, { message: `the @id "${rule.id}" ${why}` });
}
