import type { Decision } from "../schema/decision.ts";
import type { Explanation } from "../schema/explanation.ts";
import { Profile } from "../schema/profile.ts";
import { decide } from "./decide.ts";
import { listOfRule } from "./lists/compile-lists.ts";
import { matchedEntries } from "./lists/matched-entries.ts";
import { filterLists, LISTS_FILE } from "./lists/permission-lists.ts";
import type { PolicyRequest } from "./policy.ts";
import { questionsUnder, type Rulebook } from "./rulebook.ts";
import type { Rule } from "./rules/rule.ts";
import type { RuleSet } from "./rules/rule-set.ts";

type Decided = {
  readonly request: PolicyRequest;
  readonly decision: Decision;
  /** Those that determined it, at whichever level. */
  readonly forbids: readonly Rule[];
};

/** Something a person can do, and the call as it is then. */
type Variant = {
  readonly change: string;
  readonly request?: Partial<PolicyRequest>;
  readonly set?: RuleSet;
};

/** What would lead to another effect, found by deciding each. */
export function wouldChange(book: Rulebook, decided: Decided): Explanation["wouldChange"] {
  const { request, decision } = decided;
  const set = book.rulesUnder(request.profile);
  const effectOf = (variant: Variant) => {
    const questions = questionsUnder(book, variant.set ?? set, {
      ...request,
      ...variant.request,
    });
    return decide(book.cedar, questions).effect;
  };
  const variants = [
    ...allowing(set, decided),
    ...decided.forbids.flatMap((rule) => removing(set, rule, decided)),
    ...situations(request),
    ...otherProfiles(book, request),
  ];
  return [
    ...approving(decided, effectOf),
    ...variants.map((variant) => ({ change: variant.change, effect: effectOf(variant) })),
  ].filter(({ effect }) => effect !== decision.effect);
}

/** Approved by someone, a call that only asked runs. */
function approving(
  { request: { actor, approver, apply }, decision }: Decided,
  effectOf: (variant: Variant) => Decision["effect"],
): Explanation["wouldChange"] {
  const effect = effectOf({ change: "", request: { approver: `not ${actor.id}` } });
  if (effect === "deny") return [];
  const who = effect === "ask_admin" ? "an admin" : "a user";
  // Of changes that are asked about, the approver known so far is that of the call.
  const isOther = approver !== null && !(apply && decision.effect !== "deny");
  const other = isOther ? ` other than ${JSON.stringify(approver)}` : "";
  const what = apply ? "these changes" : "this call";
  return [{ change: `Have ${who}${other} approve ${what}.`, effect: "allow" }];
}

function allowing(set: RuleSet, { request }: Decided): Variant[] {
  const id = request.tool.toolId;
  // A `*` in an entry would allow more than this tool.
  if (id.includes("*")) return [];
  const change = `Add ${JSON.stringify(id)} to permissions.allow in ${LISTS_FILE}.`;
  const allow = [...set.lists.allow, { written: id, tool: id, args: [] }];
  return [{ change, set: { ...set, lists: { ...set.lists, allow } } }];
}

function removing(set: RuleSet, rule: Rule, { request: { tool, inputs } }: Decided): Variant[] {
  const list = listOfRule(rule.id);
  if (list) {
    const matched = matchedEntries(set.lists[list], tool.toolId, inputs);
    const names = matched.map(({ written }) => JSON.stringify(written)).join(", ");
    const lists = filterLists(
      set.lists,
      (name, entry) => name !== list || !matched.includes(entry),
    );
    const change = `Remove ${names} from permissions.${list} in ${LISTS_FILE}.`;
    return [{ change, set: { ...set, lists } }];
  }
  const owned = set.owned.filter(({ id }) => id !== rule.id);
  if (owned.length === set.owned.length) return [];
  const change = `Remove the rule "${rule.id}" from ${rule.file.name}, line ${rule.line}.`;
  return [{ change, set: { ...set, owned } }];
}

function situations({ specFrozen, dryRun, mode, apply }: PolicyRequest): Variant[] {
  const freezing = specFrozen
    ? []
    : [{ change: "Freeze the spec.", request: { specFrozen: true } }];
  // A call that has run is no dry run later.
  if (apply) return freezing;
  return [
    ...freezing,
    ...(dryRun ? [] : [{ change: "Make it a dry run.", request: { dryRun: true } }]),
    ...(mode === "planning"
      ? []
      : [{ change: "Use planning mode.", request: { mode: "planning", dryRun: true } as const }]),
  ];
}

function otherProfiles(book: Rulebook, { profile }: PolicyRequest): Variant[] {
  return Profile.options
    .filter((other) => other !== profile)
    .map((other) => ({
      change: `Use the profile ${other}.`,
      request: { profile: other },
      set: book.rulesUnder(other),
    }));
}
