import { openCedar } from "./cedar/cedar.ts";
import type { PolicyOptions } from "./policy-options.ts";
import { type PolicyProblem, problemLine } from "./policy-problem.ts";
import { readOwned, readRuleSet } from "./rules/read-rule-set.ts";
import { validateRules } from "./rules/validate-rules.ts";

/** All that is wrong with all policies, under every profile. */
export function checkPolicies(options: PolicyOptions): readonly PolicyProblem[] {
  const cedar = openCedar();
  const owned = readOwned(cedar, options);
  const profiles = new Set([options.profile, ...options.profiles.keys()]);
  const problems = [...profiles].flatMap((profile) => {
    const set = readRuleSet(cedar, options, profile, owned);
    return [...set.problems, ...validateRules(cedar, set.shipped)];
  });
  // What is wrong with the owner's rules is wrong under every profile.
  return [...new Map(problems.map((problem) => [problemLine(problem), problem])).values()];
}
