import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTemplate } from "./template.ts";

test("reads inputs, configuration and secrets, and leaves the rest as it is", () => {
  expect(parseTemplate("a {{ b }}{{config.c}} $" + "{secret:D_1} {e} $" + "{f}")).toEqual([
    { type: "text", text: "a " },
    { type: "input", name: "b" },
    { type: "config", name: "c" },
    { type: "text", text: " " },
    { type: "secret", name: "D_1" },
    { type: "text", text: " {e} $" + "{f}" },
  ]);
  expect(parseTemplate("")).toEqual([]);
});

test("text without a place comes back whole, whatever it holds", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!text.includes("{{") && !text.includes("{secret:"));
      expect(parseTemplate(text)).toEqual(text === "" ? [] : [{ type: "text", text }]);
    }),
  );
});
