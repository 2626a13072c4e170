import * as fc from "fast-check";

const SURROGATES = { first: 0xd800, count: 0x800 };
const LAST = 0x10ffff;

/** Every code point that may stand alone. The "binary" of fast-check is the same, and takes two seconds to be made. */
export const codePoint = fc.integer({ min: 0, max: LAST - SURROGATES.count }).map(
  (index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count),
  // So that it still tries names such as "__proto__", which it puts together of single characters.
  (text) => {
    const point = typeof text === "string" ? (text.codePointAt(0) ?? -1) : -1;
    if (point < 0 || String.fromCodePoint(point) !== text) throw new Error("Not one code point.");
    return point < SURROGATES.first ? point : point - SURROGATES.count;
  },
);
