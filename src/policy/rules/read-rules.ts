import type { PolicyJson } from "@cedar-policy/cedar-wasm/nodejs";
import { sha256 } from "../../base/digest.ts";
import { canFail } from "../cedar/can-fail.ts";
import type { Cedar } from "../cedar/cedar.ts";
import { childrenOf, conditionsOf, depthOf, type Expr } from "../cedar/expression.ts";
import { type PolicyText, splitPolicies } from "../cedar/split-policies.ts";
import { hasEscape } from "../facts/argument.ts";
import { LISTS_FILE } from "../lists/permission-lists.ts";
import type { PolicyFile } from "../policy-options.ts";
import type { PolicyProblem } from "../policy-problem.ts";
import { actionsOf } from "./actions-of.ts";
import { withIds } from "./former-names.ts";
import { problemAt } from "./problem-at.ts";
import { type References, referencesOf } from "./references.ts";
import type { Rule } from "./rule.ts";

type Read = { readonly rules: readonly Rule[]; readonly problems: readonly PolicyProblem[] };

const APPLY_FACTS = ["changes", "changes_seen", "covers"];

/** Evaluation overflows the wasm's stack at 360. */
const MAX_DEPTH = 150;

/** Reads the policies of a file. Where they contradict the schema is for `validateRules` to say. */
export function readRules(
  cedar: Cedar,
  file: PolicyFile,
  formerNames?: ReadonlyMap<string, string>,
): Read {
  const rules: Rule[] = [];
  const problems: PolicyProblem[] = [];
  for (const [index, written] of splitPolicies(file.text).entries()) {
    const part = { ...written, text: withIds(written.text, formerNames) };
    const answer = cedar.parse(part.text);
    if (answer.type === "failure") {
      problems.push(...answer.errors.map((error) => problemAt(file, part, error)));
      continue;
    }
    const rule = ruleOf(file, part, index + 1, answer.json);
    const wrong = wrongWith(rule);
    if (wrong === undefined) rules.push(rule);
    else problems.push(problemAt(file, part, { message: wrong }));
  }
  return { rules, problems };
}

function ruleOf(file: PolicyFile, part: PolicyText, nth: number, json: PolicyJson): Rule {
  const { text, start } = part;
  // An annotation without a value is null, whatever its type says.
  const id = json.annotations?.id ?? `${file.name}#${nth}`;
  const references = referencesOf(json);
  return {
    id,
    key: sha256(id + text),
    effect: json.effect,
    actions: actionsOf(json),
    file,
    start,
    line: file.name === LISTS_FILE ? 1 : part.line,
    reason:
      json.annotations?.reason || `The rule "${id}" in ${file.name} ${json.effect}s this call.`,
    text,
    json,
    isExact: conditionsOf(json).every(isExact),
    references,
    canFail: conditionsOf(json).some(canFail),
  };
}

function wrongWith({ id, json, actions, references }: Rule): string | undefined {
  if (id === "") return "the @id is empty";
  const aboutChanges = APPLY_FACTS.find((fact) => references.context.has(fact));
  if (aboutChanges && !actions.has("apply")) {
    return `\`context.${aboutChanges}\` is about changes; write \`action == Action::"apply"\``;
  }
  if (depthOf(json) > MAX_DEPTH) {
    return `nested more than ${MAX_DEPTH} deep; compare with many values as ["a", "b"].contains(…)`;
  }
  return wrongReference(references);
}

function wrongReference({ args, text, untellable }: References): string | undefined {
  const untold = [...args, ...text].find(hasEscape);
  if (untold !== undefined) return `an argument called \`${untold}\` is never told to policies`;
  const [whole] = untellable;
  if (whole?.startsWith("context.approver")) {
    return `only who approved is known, not \`${whole}\`; compare with \`context.approver\` itself`;
  }
  return (
    whole && `\`${whole}\` cannot be used as a whole; name an attribute, as in \`${whole}.name\``
  );
}

function isExact(expression: Expr): boolean {
  const isRounded =
    "Value" in expression &&
    typeof expression.Value === "number" &&
    !Number.isSafeInteger(expression.Value);
  return !isRounded && childrenOf(expression).every(isExact);
}
