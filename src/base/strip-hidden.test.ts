import fc from "fast-check";
import { expect, test } from "vitest";
import { stripHidden } from "./strip-hidden.ts";

const seen = fc.string({ unit: fc.constantFrom("a", "ä", "語", " ", "\n", "\t", "🙂", "-") });

test.each([
  ["zero width", 0x200b],
  ["zero width joiner", 0x200d],
  ["right-to-left override", 0x202e],
  ["isolate", 0x2066],
  ["byte order mark", 0xfeff],
  ["soft hyphen", 0xad],
  ["tag", 0xe0041],
  ["variation selector", 0xfe0f],
  ["variation selector of the supplement", 0xe0100],
  ["Hangul filler", 0x3164],
  ["escape", 0x1b],
  ["invisible plus", 0x2064],
  ["half of a pair", 0xd800],
])("A94: a %s goes, and what a person sees stays", (_, code) => {
  fc.assert(
    fc.property(seen, seen, (before, after) => {
      const hidden = String.fromCodePoint(code);
      expect(stripHidden(before + hidden + after + hidden)).toBe(before + after);
    }),
    { numRuns: 50 },
  );
});
