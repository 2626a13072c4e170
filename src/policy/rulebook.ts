import type { Profile } from "../schema/profile.ts";
import type { Cedar } from "./cedar/cedar.ts";
import { toolFactsOf } from "./facts/tool-facts.ts";
import type { PolicyRequest } from "./policy.ts";
import type { PersonOf } from "./policy-options.ts";
import { type Question, questionOf } from "./question.ts";
import type { RuleSet } from "./rules/rule-set.ts";
import { sliceFor } from "./slices/slice.ts";

/** All rules, under every profile, and who applies them. */
export type Rulebook = {
  readonly cedar: Cedar;
  readonly rulesUnder: (profile: Profile) => RuleSet;
  readonly personOf?: PersonOf | undefined;
};

/** A question under rules that nobody remembers slices of. */
export function questionUnder(
  { cedar, personOf }: Pick<Rulebook, "cedar" | "personOf">,
  set: RuleSet,
  request: PolicyRequest,
): Question {
  const tool = toolFactsOf(request.tool);
  return questionOf(sliceFor(cedar, set, tool), tool, request, personOf);
}
