import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../test/runs.ts";
import type { JsonObject } from "../base/json.ts";
import type { Decision } from "../schema/decision.ts";
import { makeTool } from "../testing/make-tool.ts";
import { type Answer, askCedar, LEVELS } from "./ask-cedar.ts";
import { openCedar } from "./cedar/cedar.ts";
import { decide } from "./decide.ts";
import { decisionOf } from "./decision-of.ts";
import { factsOf } from "./facts/facts.ts";
import { toolFactsOf } from "./facts/tool-facts.ts";
import { readLists } from "./lists/permission-lists.ts";
import type { PolicyRequest } from "./policy.ts";
import { questionOf } from "./question.ts";
import { questionsUnder } from "./rulebook.ts";
import { readRules } from "./rules/read-rules.ts";
import { mergeReferences } from "./rules/references.ts";
import type { RuleSet } from "./rules/rule-set.ts";
import { validateRules } from "./rules/validate-rules.ts";
import { arbitraryInputs, arbitraryPolicy, arbitraryRequest } from "./testing/arbitrary-policy.ts";
import { openPolicy, PROFILES, team } from "./testing/open-policy.ts";

const STRICTNESS: Record<Decision["effect"], number> = { allow: 0, ask: 1, ask_admin: 2, deny: 3 };

const cedar = openCedar();
const { lists } = readLists(undefined);
const shipped = [...PROFILES].map(([, file]) => readRules(cedar, file).rules);

/** The rules of a text under one of the profiles. */
function setOf(text: string, profile: number): RuleSet {
  const { rules: owned, problems } = readRules(cedar, team(text));
  expect(problems).toEqual([]);
  return { shipped: shipped[profile] ?? [], lists, owned };
}

const policies = fc.array(arbitraryPolicy(), { maxLength: 4 }).map((texts) => texts.join("\n"));
const requests = fc.array(arbitraryRequest(makeTool()), { minLength: 1, maxLength: 6 });
const profile = fc.nat({ max: 3 });

test("the policies of these properties are valid, but for those that can never apply", () => {
  fc.assert(
    fc.property(arbitraryPolicy(), (text) => {
      const problems = validateRules(cedar, setOf(text, 0).owned);
      expect(problems.filter(({ message }) => !message.includes("impossible"))).toEqual([]);
    }),
    runs(20, 300),
  );
});

test("C4: adding a forbid never allows more", () => {
  const forbid = arbitraryPolicy(fc.constant("forbid"));
  fc.assert(
    fc.property(policies, forbid, profile, requests, (text, added, under, asked) => {
      const [without, with_] = [setOf(text, under), setOf(`${text}\n${added}`, under)];
      for (const request of asked) {
        const rank = (set: RuleSet) =>
          STRICTNESS[decide(cedar, questionsUnder({ cedar }, set, request)).effect];
        expect(rank(with_)).toBeGreaterThanOrEqual(rank(without));
      }
    }),
    runs(20, 300),
  );
});

test("C4: the rules that matter for a tool decide as all rules do, for the same reasons", () => {
  fc.assert(
    fc.property(policies, profile, requests, (text, under, asked) => {
      const set = setOf(text, under);
      for (const request of asked) {
        const [question] = questionsUnder({ cedar }, set, request);
        if (!question) throw new Error("Nothing was asked.");
        const whole = wholeQuestion(set, request);
        const answers = LEVELS.map((level) => askCedar(cedar, question, level));
        const byAll = LEVELS.map((level) => askCedar(cedar, whole, level));
        expect(answers.map(namesIn)).toEqual(byAll.map(namesIn));
        expect(decide(cedar, [question])).toEqual(decisionOf(answers));
        expect(decisionOf(answers).effect).toBe(decisionOf(byAll).effect);
      }
    }),
    runs(20, 300),
  );
});

test("A114: inputs change a decision only through the facts that rules refer to", () => {
  fc.assert(
    fc.property(policies, profile, requests, arbitraryInputs, (text, under, asked, inputs) => {
      const set = setOf(text, under);
      for (const request of asked) {
        const [one, other] = [request, { ...request, inputs }].map((either) =>
          questionsUnder({ cedar }, set, either).at(0),
        );
        if (!one || !other) continue;
        const factsOfEither = [request.inputs, inputs].map((given) =>
          factsOf(given, one.slice.references),
        );
        const isEqual = factsOfEither[0]?.json === factsOfEither[1]?.json;
        expect(one.key === other.key).toBe(isEqual);
        if (isEqual) expect(decide(cedar, [other])).toEqual(decide(cedar, [one]));
      }
    }),
  );
});

test("A114: with no rule about inputs, no inputs change a decision", () => {
  const policy = openPolicy();
  fc.assert(
    fc.property(requests, fc.object(), (asked, inputs) => {
      for (const request of asked) {
        const other = { ...request, inputs: inputs as JsonObject };
        expect(policy.decide(other)).toBe(policy.decide(request));
      }
    }),
  );
});

test("C26: a remembered decision is the one that would be made", () => {
  fc.assert(
    fc.property(policies, requests, (text, asked) => {
      const policy = openPolicy({ files: [team(possible(text))] });
      const fresh = openPolicy({ files: [team(possible(text))] });
      for (const request of asked) policy.decide(request);
      for (const request of asked.toReversed()) {
        expect(policy.decide(request)).toEqual(fresh.decide(request));
        expect(policy.explain(request).decision).toEqual(policy.decide(request));
      }
    }),
    runs(6, 60),
  );
});

/** The rules of a text that can apply; the others are refused. */
function possible(text: string): string {
  const rules = setOf(text, 0).owned;
  return rules
    .filter((rule) => validateRules(cedar, [rule]).length === 0)
    .map((rule) => rule.text)
    .join("\n");
}

function namesIn({ level, allowed, rules, failures }: Answer) {
  const failed = failures.map(({ rule }) => rule?.id);
  return { level, allowed, rules: rules.map(({ id }) => id), failed };
}

/** Asks with all rules about calls as they are written, and tells everything that any of them refers to. */
function wholeQuestion({ shipped, owned }: RuleSet, request: PolicyRequest) {
  const rules = [...shipped, ...owned].filter(({ actions }) => actions.has("invoke"));
  const references = mergeReferences(rules.map((rule) => rule.references));
  const slice = {
    id: "all",
    action: "invoke",
    rules: new Map(rules.map((rule) => [rule.id, rule])),
    policies: Object.fromEntries(rules.map((rule) => [rule.id, rule.text])),
    references,
    canFail: true,
  } as const;
  return questionOf(slice, toolFactsOf(request.tool), request);
}
