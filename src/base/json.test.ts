import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { copyJson, isJsonObject, parseJson, toJsonText } from "./json.ts";

const failing = (code: string) => expect.objectContaining({ code });

describe("parseJson", () => {
  test("reads any JSON as it was written", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes('"__proto__"'));
        expect(JSON.stringify(parseJson(text))).toBe(text);
      }),
    );
  });

  test.each(["", " ", "{", "{'a': 1}", "[1,]", "undefined", "NaN", "\u0000", '"\n"', "{}{}"])(
    "refuses %j as JSON_INVALID",
    (text) => {
      expect(() => parseJson(text)).toThrow(failing("JSON_INVALID"));
    },
  );

  test.each([
    '{"__proto__": {}}',
    '{"__proto__": null}',
    '{"\\u005f_proto__": 1}',
    '{"a": {"b": [0, {"__proto__": {"isAdmin": true}}]}}',
    '[[[{"__proto__": []}]]]',
  ])("refuses the key __proto__ in %s", (text) => {
    expect(() => parseJson(text)).toThrow(failing("REQUEST_INVALID"));
    expect(() => parseJson(text)).toThrow("__proto__");
  });

  test("takes __proto__ as a value, and other names of Object.prototype as keys", () => {
    const text = '{"a":"__proto__","constructor":1,"toString":2}';
    expect(JSON.stringify(parseJson(text))).toBe(text);
  });

  const nested = { arrays: ["[", "]"], objects: ['{"a":', "}"] } as const;

  test.each(Object.entries(nested))("takes %s nested 100 deep, not 101", (_kind, [open, close]) => {
    const at = (depth: number) => open.repeat(depth) + 1 + close.repeat(depth);
    expect(JSON.stringify(parseJson(at(100)))).toBe(at(100));
    expect(() => parseJson(at(101))).toThrow(failing("REQUEST_INVALID"));
  });

  test.each(Object.entries(nested))(
    "refuses %s nested 100,000 deep without overflowing the stack",
    (_kind, [open, close]) => {
      const text = open.repeat(100_000) + 1 + close.repeat(100_000);
      expect(() => parseJson(text)).toThrow(failing("REQUEST_INVALID"));
      expect(() => parseJson(text)).toThrow("100 levels");
    },
  );

  test.each(['"\\ud800"', '{"a": ["x\\udfff"]}', '{"\\ud83d": 1}', '"\\ude00\\ud83d"'])(
    "refuses half a surrogate pair in %s: no store keeps it as it is",
    (text) => {
      expect(() => parseJson(text)).toThrow(failing("REQUEST_INVALID"));
    },
  );

  test("refuses a number that would be null when it is written again", () => {
    expect(() => parseJson('{"amount": [1e999]}')).toThrow(failing("REQUEST_INVALID"));
    expect(parseJson("[1e308, 1.0, 0.1]")).toEqual([1e308, 1, 0.1]);
  });

  test("takes whole surrogate pairs, escaped or not", () => {
    expect(parseJson('["\\ud83d\\ude00", "\u{1f600}"]')).toEqual(["\u{1f600}", "\u{1f600}"]);
  });
});

describe("toJsonText", () => {
  test.each([
    {
      name: "drops functions and undefined",
      value: { a: 1, b: () => 1, c: undefined },
      json: { a: 1 },
    },
    {
      name: "writes dates as JSON does",
      value: { at: new Date(0) },
      json: { at: "1970-01-01T00:00:00.000Z" },
    },
    { name: "turns NaN and Infinity into null", value: [Number.NaN, 1 / 0], json: [null, null] },
    { name: "leaves out the class of an object", value: new Map([[1, 2]]), json: {} },
    { name: "keeps null", value: null, json: null },
  ])("$name", ({ value, json }) => {
    expect(JSON.parse(toJsonText(value) ?? "")).toStrictEqual(json);
  });

  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;

  test.each([
    { name: "a cycle", value: cycle },
    { name: "a BigInt", value: { n: 1n } },
    { name: "a function", value: () => 1 },
    { name: "a symbol", value: Symbol("s") },
    { name: "undefined", value: undefined },
    { name: "what throws when it is read", value: new Proxy({}, { ownKeys: () => raise("no") }) },
    { name: "what is nested too deep to be written", value: nest(200_000) },
  ])("answers undefined for $name", ({ value }) => {
    expect(toJsonText(value)).toBeUndefined();
  });
});

test.each([
  { value: {}, expected: true },
  { value: { a: 1 }, expected: true },
  { value: [], expected: false },
  { value: null, expected: false },
  { value: "{}", expected: false },
  { value: undefined, expected: false },
])("isJsonObject is $expected for $value", ({ value, expected }) => {
  expect(isJsonObject(value)).toBe(expected);
});

test("a copy says the same, and is another value all the way down", () => {
  const value = JSON.parse('{"a":[{"b":null},1,"x",true],"__proto__":{"c":[]}}');
  const copy = copyJson(value);
  expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
  copy.a[0].b = 2;
  (Object.values(copy)[1] as { c: number[] }).c.push(1);
  expect(JSON.stringify(value)).toBe('{"a":[{"b":null},1,"x",true],"__proto__":{"c":[]}}');
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
});

function raise(message: string): never {
  throw new Error(message);
}

function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}
