import { expect, test } from "vitest";
import { stem } from "./stem.ts";

test.each([
  ["file", "files"],
  ["query", "queries"],
  ["branch", "branches"],
  ["stop", "stopped", "stopping", "stops"],
  ["resize", "resizes", "resized", "resizing"],
  ["fill", "filling", "filled"],
])("C13: forms of %j meet", (word, ...forms) => {
  expect(forms.map(stem)).toEqual(forms.map(() => stem(word)));
});

test.each([
  ["status", "stat"],
  ["address", "addr"],
  ["file", "fill"],
  ["bring", "bre"],
])("C13: %j and %j do not", (a, b) => {
  expect(stem(a)).not.toBe(stem(b));
});
