import { expect, test } from "vitest";
import { readDecision } from "./read-decision.ts";

test.each([
  ["r", { verb: "run" }],
  [" Run ", { verb: "run" }],
  ["d", { verb: "deny" }],
  ["deny", { verb: "deny" }],
  ["d: the wrong folder", { verb: "deny", reason: "the wrong folder" }],
  ["deny it is too early", { verb: "deny", reason: "it is too early" }],
  ["s", { verb: "show" }],
  ["later", { verb: "later" }],
  ["really?", undefined],
  ["rm", undefined],
  ["dont", undefined],
  ["", undefined],
])("%j", (line, decision) => {
  expect(readDecision(line)).toEqual(decision);
});
