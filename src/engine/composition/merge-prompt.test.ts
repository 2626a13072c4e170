import { expect, test } from "vitest";
import { mergePrompt } from "./merge-prompt.ts";

test("E2, X15: additions come by position, then the packs, then the agent's own prompt", () => {
  expect(mergePrompt({ additions: ["b", "a"], blocks: ["packs", ""], own: "own" })).toBe(
    "b\n\na\n\npacks\n\nown",
  );
});

test("E2, X15: who says nothing leaves no trace", () => {
  expect(mergePrompt({ additions: ["", "a", ""], blocks: [], own: "" })).toBe("a");
});
