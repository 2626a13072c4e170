import { createBoundedMap } from "../base/bounded-map.ts";
import { digest } from "../base/digest.ts";
import type { Decision } from "../schema/decision.ts";
import type { Profile } from "../schema/profile.ts";
import { openCedar } from "./cedar/cedar.ts";
import { decide } from "./decide.ts";
import { explain } from "./explain.ts";
import { toolFactsOf } from "./facts/tool-facts.ts";
import { compileLists } from "./lists/compile-lists.ts";
import type { Policy, PolicyRequest } from "./policy.ts";
import type { PolicyOptions } from "./policy-options.ts";
import { refuseProblems } from "./policy-problem.ts";
import { type Question, questionsOf } from "./question.ts";
import { readOwned, readRuleSet } from "./rules/read-rule-set.ts";
import { readsInputs } from "./rules/references.ts";
import type { RuleSet } from "./rules/rule-set.ts";
import { createSettledDecisions } from "./settled-decisions.ts";
import { createSlicer, type Slicer } from "./slices/slice.ts";

export type CedarPolicy = Policy & {
  /** Whether any rule that can matter for this call asks about its inputs. */
  readsInputs(request: PolicyRequest): boolean;
};

type Rules = RuleSet & { readonly sliceFor: Slicer };

const MAX_DECISIONS = 10_000;

/**
 * Decides with Cedar: the file of the request's profile, the owner's lists and the owner's files.
 * Throws `POLICY_INVALID` where those are wrong; other profiles are read when first asked for.
 */
export function createCedarPolicy(options: PolicyOptions): CedarPolicy {
  const cedar = openCedar();
  const { personOf } = options;
  const owned = readOwned(cedar, options);
  const byProfile = new Map<Profile, Rules>();
  const decisions = createBoundedMap<string, Decision>(MAX_DECISIONS);

  const rulesUnder = (profile: Profile): Rules => {
    const known = byProfile.get(profile);
    if (known) return known;
    const { problems, ...set } = readRuleSet(cedar, options, profile, owned);
    refuseProblems(problems);
    const rules = { ...set, sliceFor: createSlicer(cedar, set) };
    byProfile.set(profile, rules);
    return rules;
  };

  const questions = (request: PolicyRequest): readonly Question[] =>
    questionsOf(rulesUnder(request.profile).sliceFor, request, personOf);

  const decideAnew = (request: PolicyRequest): Decision => {
    const asked = questions(request);
    const key = asked.map((question) => question.key).join("\n");
    const known = decisions.get(key);
    if (known) return known;
    const decision = Object.freeze(decide(cedar, asked));
    decisions.set(key, decision);
    return decision;
  };

  rulesUnder(options.profile);
  return {
    profile: options.profile,
    version: versionOf(options, owned),
    decide: createSettledDecisions(
      (tool, profile) => rulesUnder(profile).sliceFor(toolFactsOf(tool), "invoke").references,
      decideAnew,
    ),
    explain: (request) => explain({ cedar, rulesUnder, personOf }, request),
    readsInputs: (request) => questions(request).some(({ slice }) => readsInputs(slice.references)),
  };
}

function versionOf({ profiles, files = [] }: PolicyOptions, { lists }: Pick<RuleSet, "lists">) {
  const texts = [...profiles.values(), compileLists(lists), ...files];
  const named = texts.map(({ name, text }) => [name, text]);
  return digest(named).slice("sha256:".length, "sha256:".length + 12);
}
