import type { Profile } from "../schema/profile.ts";
import type { Cedar } from "./cedar/cedar.ts";
import type { PolicyRequest } from "./policy.ts";
import type { PersonOf } from "./policy-options.ts";
import { type Question, questionsOf } from "./question.ts";
import type { RuleSet } from "./rules/rule-set.ts";
import { sliceFor } from "./slices/slice.ts";

/** All rules, under every profile, and who applies them. */
export type Rulebook = {
  readonly cedar: Cedar;
  readonly rulesUnder: (profile: Profile) => RuleSet;
  readonly personOf?: PersonOf | undefined;
};

/** The questions about a request, under rules whose slices are not cached. */
export function questionsUnder(
  { cedar, personOf }: Pick<Rulebook, "cedar" | "personOf">,
  set: RuleSet,
  request: PolicyRequest,
): readonly Question[] {
  return questionsOf((tool, action) => sliceFor(cedar, set, tool, action), request, personOf);
}
