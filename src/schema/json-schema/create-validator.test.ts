import { type Schema, Validator } from "@cfworker/json-schema";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cpuMs } from "../../../test/cpu-ms.ts";
import type { JsonObject, JsonValue } from "../../base/json.ts";
import { createValidator } from "./create-validator.ts";

function fits(schema: JsonObject, value: JsonValue): boolean {
  return createValidator(schema, { first: false })(value).valid;
}

/** Milliseconds. What this is about takes minutes, or for ever. */
const SOON = 2_000;

function fitsSoon(schema: JsonObject, value: JsonValue): boolean {
  const from = cpuMs();
  const fitting = fits(schema, value);
  expect(cpuMs() - from).toBeLessThan(SOON);
  return fitting;
}

const PATTERNS = ["^a+$", "b", "^[a-c]{2,3}", "\\d", "^$", "a|b", "(ab)+", "\\u0061", "[^a]"];

/** A schema with patterns anywhere. */
const schemas = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthIdentifier: "schema" },
    fc.constantFrom(...PATTERNS).map((pattern) => ({ pattern }) as JsonObject),
    fc
      .constantFrom(...PATTERNS)
      .map((pattern) => ({ type: "string", pattern, format: "hostname" }) as JsonObject),
    tie("schema").map((not) => ({ not })),
    tie("schema").map((items) => ({ items })),
    tie("schema").map((pattern) => ({ properties: { pattern }, required: ["pattern"] })),
    tie("schema").map((named) => ({ patternProperties: { "^p": named } })),
    tie("schema").map((a) => ({ $ref: "#/x/hidden", x: { hidden: a } })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((allOf) => ({ allOf })),
    fc.tuple(tie("schema"), tie("schema")).map(([a, b]) => ({ if: a, else: b, pattern: "a" })),
  ),
})).schema;

const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "1", "-"), maxLength: 4 });
const values = fc.oneof(
  text,
  fc.array(text, { maxLength: 3 }),
  fc.record({ pattern: text, x: text }),
);

describe("A89: a schema from outside", () => {
  test("says the same as ever", () => {
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        // A reference is to the root, wherever it stands.
        fc.pre(!JSON.stringify(schema).slice(1).includes('{"$ref"'));
        const plain = new Validator(structuredClone(schema) as Schema, "2020-12", false);
        expect(fits(schema, value)).toBe(plain.validate(value).valid);
      }),
      { numRuns: 500 },
    );
  });

  test("is not changed", () => {
    const schema = { type: "string", pattern: "^a$", format: "url" };
    fits(schema, "a");
    expect(schema).toEqual({ type: "string", pattern: "^a$", format: "url" });
    expect(Object.getOwnPropertyNames(schema)).toEqual(["type", "pattern", "format"]);
  });

  test.each(["^(a+)+$", "(a|aa)+$", "^(.*)*x$", "(a*)*b"])(
    "cannot make anyone wait by its pattern %s",
    (pattern) => {
      expect(fitsSoon({ pattern }, `${"a".repeat(50_000)}!`)).toBe(false);
      // Nowhere else either.
      const hidden = { $ref: "#/x-hidden/y", "x-hidden": { y: { pattern } } };
      expect(fitsSoon(hidden, `${"a".repeat(50_000)}!`)).toBe(false);
    },
  );

  test.each(["(?=a)b", "(a)\\1", "(?<!a)b", "((a{1,1000}){1,1000}){1,1000}", "("])(
    "with the pattern %s is refused, and the pattern named",
    (pattern) => {
      expect(() => fits({ pattern }, "a")).toThrow(`The pattern "${pattern}" cannot be tested`);
    },
  );

  test.each(["^x-", "^[a-z_][a-z0-9_]*$", ".*", "^S_.+$", "^\\d{1,3}$", "id$", ""])(
    "may name fields by %s",
    (pattern) => {
      expect(fits({ patternProperties: { [pattern]: { type: "number" } } }, { other: 1 })).toBe(
        true,
      );
    },
  );

  test.each(["^(a+)+$", "a+$", "^a+b+$", "(x|y)", "^(?=a)"])(
    "may not name fields by %s: JavaScript reads that one itself",
    (pattern) => {
      expect(() => fits({ patternProperties: { [pattern]: true } }, {})).toThrow("too involved");
    },
  );

  test("may not name fields by too many of them", () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`^x${index}`, true]));
    expect(() => fits({ patternProperties: many }, {})).toThrow("has 51 patterns; 50 are allowed");
  });

  test("cannot make anyone wait by a format", () => {
    const hostile = `http://a?${"::".repeat(500_000)}!`;
    expect(fitsSoon({ format: "url" }, hostile)).toBe(false);
    expect(fits({ format: "url" }, "https://example.com/a?b=c")).toBe(true);
    expect(fits({ format: "email" }, "no address")).toBe(false);
    expect(fits({ format: "whatever" }, "x")).toBe(true);
    expect(fits({ format: "capstan:pattern ^a$" }, "b")).toBe(true);
  });

  test("cannot make anyone wait by comparing all with all", () => {
    const numbers = Array.from({ length: 300_000 }, (_, index) => index);
    expect(fitsSoon({ uniqueItems: true }, numbers)).toBe(false);
    expect(fitsSoon({ uniqueItems: true }, numbers.slice(0, 2_000))).toBe(true);
    expect(fits({ uniqueItems: true }, [1, 1])).toBe(false);
    const choices = numbers.slice(0, 5_000);
    expect(fitsSoon({ items: { enum: choices } }, new Array(100_000).fill(4_999))).toBe(false);
    expect(fitsSoon({ items: { enum: choices } }, new Array(1_000).fill(4_999))).toBe(true);
  });

  test("that doubles with every reference is given up", () => {
    const $defs: JsonObject = { d0: { type: "number" } };
    for (let level = 1; level <= 40; level++) {
      const half = { $ref: `#/$defs/d${level - 1}` };
      $defs[`d${level}`] = { allOf: [half, half] };
    }
    const validate = createValidator({ $defs, $ref: "#/$defs/d40" }, { first: false });
    const from = cpuMs();
    expect(validate(1)).toMatchObject({
      valid: false,
      errors: [{ error: "There is too much to check: the value is too large for its schema." }],
    });
    expect(cpuMs() - from).toBeLessThan(SOON);
    // The next value has a budget of its own.
    expect(createValidator({ $defs, $ref: "#/$defs/d10" }, { first: false })(1).valid).toBe(true);
  });

  test("that leads back to itself is given up, and a tree is not", () => {
    expect(fitsSoon({ $ref: "#" }, 1)).toBe(false);
    const tree = { properties: { left: { $ref: "#" }, right: { $ref: "#" } }, required: ["n"] };
    const grow = (depth: number): JsonObject =>
      depth === 0 ? { n: 0 } : { n: depth, left: grow(depth - 1), right: grow(depth - 1) };
    expect(fits(tree, grow(10))).toBe(true);
    expect(fits(tree, { n: 1, left: {} })).toBe(false);
  });

  test("fetches nothing", () => {
    expect(() => fits({ $ref: "http://127.0.0.1:9/schema.json" }, 1)).toThrow("Unresolved $ref");
    expect(() => fits({ $ref: "file:///etc/passwd" }, 1)).toThrow("Unresolved $ref");
  });

  test("a large value that is honest is checked whole", () => {
    const record = { type: "object", properties: { a: { type: "string" }, b: { pattern: "^b" } } };
    const rows = Array.from({ length: 20_000 }, () => ({ a: "x", b: "b1" }));
    expect(fitsSoon({ items: record }, rows)).toBe(true);
    expect(fitsSoon({ items: record }, [...rows, { b: "c" }])).toBe(false);
  });
});

describe("A89: the patterns of a schema", () => {
  const hostile = (count: number, of: (index: number) => string): JsonObject => ({
    properties: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`p${index}`, { pattern: of(index) }]),
    ),
  });

  test("are counted for whoever wrote them: no other schema has fewer because of it", () => {
    for (let round = 0; round < 20; round++) {
      const many = hostile(3_000, (index) => `^(x|${round})${index}`);
      expect(() => fits(many, {})).toThrow("too many patterns");
    }
    expect(fits({ pattern: "^(y|z)$" }, "y")).toBe(true);
  });

  test.each([
    ["one repeated", "a{1000}".repeat(100)],
    ["a class repeated", "\\w{1000}".repeat(100)],
    ["a group repeated", "(x{10}){100}".repeat(80)],
    ["a long class repeated", "(?:\\p{L}{0,900})?".repeat(40)],
    ["groups in groups", "((((a{9}){9}){9}){9}){9}"],
  ])("take no time to be refused when written out they are long: %s", (_, pattern) => {
    const from = cpuMs();
    expect(() => fits({ pattern }, "")).toThrow("repeats too much");
    expect(cpuMs() - from).toBeLessThan(100);
  });

  test.each([
    ["(a{1,30}){1,30}$", 10_000],
    ["^(a|b|ab|aa)*$", 4_000_000],
    ["^(a+)+$", 4_000_000],
    ["(a?){900}$", 100_000],
  ])("%s on %i characters is given up, or soon done", (pattern, length) => {
    fits({ pattern }, "a");
    const from = cpuMs();
    fits({ pattern }, `${"a".repeat(length)}!`);
    expect(cpuMs() - from).toBeLessThan(400);
  });

  test.each(["\\S", "^[A-Za-z0-9+/=]*$", "^[^<>]*$"])("%s holds for 4 MB", (pattern) => {
    expect(fitsSoon({ pattern }, "a".repeat(4_000_000))).toBe(true);
  });
});
