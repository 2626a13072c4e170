import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import { isJsonObject, type JsonValue } from "./json.ts";

const anyJson = asParsed(fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }));

test.each<{ value: JsonValue; text: string }>([
  { value: null, text: "null" },
  { value: "a\n\u20ac", text: '"a\\n\u20ac"' },
  { value: [1, 1.5, 1e21, 1e-7, -0], text: "[1,1.5,1e+21,1e-7,0]" },
  { value: { b: [{ d: 1, c: 2 }], a: {} }, text: '{"a":{},"b":[{"c":2,"d":1}]}' },
  { value: "\ud800", text: '"\\ud800"' },
])("writes $text", ({ value, text }) => {
  expect(canonicalJson(value)).toBe(text);
});

test("sorts keys by UTF-16 code units, as the example of RFC 8785 does", () => {
  const keys = ["\u20ac", "\r", "\ufb33", "1", "\u{1f600}", "\u0080", "\u00f6"];
  const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])));
  expect(Object.keys(JSON.parse(text.replaceAll('"1"', '"one"')))).toEqual([
    "\r",
    "one",
    "\u0080",
    "\u00f6",
    "\u20ac",
    "\u{1f600}",
    "\ufb33",
  ]);
});

test("is the same text whatever the order of the keys", () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      expect(canonicalJson(withKeysReversed(value))).toBe(canonicalJson(value));
    }),
  );
});

test("is JSON that parses to the same value", () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      expect(isDeepStrictEqual(JSON.parse(canonicalJson(value)), value)).toBe(true);
    }),
  );
});

test("is the same text for two values exactly when they are equal", () => {
  const small = asParsed(fc.jsonValue({ maxDepth: 2, stringUnit: fc.constantFrom("a", "b") }));
  fc.assert(
    fc.property(small, small, (a, b) => {
      expect(canonicalJson(a) === canonicalJson(b)).toBe(isDeepStrictEqual(a, b));
    }),
  );
});

/** As a value comes out of JSON.parse: no -0, plain prototypes. */
function asParsed(value: fc.Arbitrary<unknown>): fc.Arbitrary<JsonValue> {
  return value.map((raw) => JSON.parse(JSON.stringify(raw)));
}

function withKeysReversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withKeysReversed);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, member]) => [key, withKeysReversed(member)]);
  return Object.fromEntries(members.reverse());
}
