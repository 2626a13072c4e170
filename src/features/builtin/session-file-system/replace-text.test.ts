import * as fc from "fast-check";
import { expect, test } from "vitest";
import { countText, replaceText } from "./replace-text.ts";

const text = fc.string({ unit: fc.constantFrom("a", "b", "ä", "$&"), maxLength: 30 });
const part = fc.string({ unit: fc.constantFrom("a", "b", "ä"), minLength: 1, maxLength: 3 });

test("replaces as split and join would, and knows the size before", () => {
  fc.assert(
    fc.property(text, part, text, (before, from, to) => {
      const after = before.split(from).join(to);
      const size = Buffer.byteLength(after);
      expect(countText(before, from)).toBe(before.split(from).length - 1);
      expect(replaceText(before, [from, to], size)).toBe(after);
      expect(() => replaceText(before, [from, to], size - 1)).toThrow(`${size} bytes`);
    }),
  );
});
