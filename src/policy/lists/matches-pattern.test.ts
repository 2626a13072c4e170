import fc from "fast-check";
import { expect, test } from "vitest";
import { matchesPattern } from "../../base/matches-pattern.ts";
import { openCedar } from "../cedar/cedar.ts";
import { cedarMatch, cedarString } from "../cedar/cedar-text.ts";

const letters = fc.string({ unit: fc.constantFrom("a", "a", "b", "b", '"', "😀"), maxLength: 6 });

test.each([
  ["*ab", "aab", true],
  ["a*ab", "aaab", true],
  ["*ab*ba", "aabaabba", true],
  ["a*a", "a", false],
  ["", "", true],
  ["", "a", false],
  ["**", "", true],
  ["a", "ab", false],
])("%j and %j: %s", (pattern, text, matches) => {
  expect(matchesPattern(pattern, text)).toBe(matches);
});

test("a pattern matches what Cedar's `like` matches", () => {
  const cedar = openCedar();
  const pattern = fc.array(letters, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("*"));
  fc.assert(
    fc.property(pattern, letters, (glob, text) => {
      const condition = cedarMatch(cedarString(text), glob);
      const answer = cedar.authorize(
        { like: `permit (principal, action, resource) when { ${condition} };` },
        {
          principal: { type: "User", id: "" },
          action: { type: "Action", id: "" },
          resource: { type: "Tool", id: "" },
          context: {},
          entities: [],
        },
      );
      const decision = answer.type === "success" && answer.response.decision;
      expect(matchesPattern(glob, text) ? "allow" : "deny").toBe(decision);
    }),
    { numRuns: 300 },
  );
});

test("many stars take no exponential time", () => {
  expect(matchesPattern(`${"*a".repeat(50)}b`, "a".repeat(5_000))).toBe(false);
});
