import * as fc from "fast-check";
import { expect, test } from "vitest";
import { codePoint } from "../../../../test/code-point.ts";
import { shorten } from "./shorten.ts";

test("A78: a text is shortened to what fits as JSON, and no further than needed", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: codePoint, maxLength: 2_000 }),
      fc.integer({ min: 50, max: 3_000 }),
      (text, max) => {
        const kept = shorten(text, max);
        const size = Buffer.byteLength(JSON.stringify(kept));
        expect(size).toBeLessThanOrEqual(max);
        expect(text.startsWith(kept)).toBe(true);
        expect(kept.isWellFormed()).toBe(true);
        if (Buffer.byteLength(JSON.stringify(text)) <= max) expect(kept).toBe(text);
      },
    ),
  );
});

test("A78: half a character is never kept", () => {
  expect(shorten("😀".repeat(100), 100)).toMatch(/^(?:😀)+$/u);
});
