import { type Schema, Validator } from "@cfworker/json-schema";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../test/runs.ts";
import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { JsonSchema } from "../../schema/tool.ts";
import { compileFits } from "./compile-fits.ts";

const NAMES = ["a", "b", "constructor", "toString"];
const scalar = fc.oneof(
  fc.constantFrom("", "x", "y", 0, 1, 1.5, -0, 1e20, true, false, null),
  fc.integer(),
  fc.string({ maxLength: 2 }),
);
const field = fc.record(
  {
    type: fc.constantFrom("string", "number", "integer", "boolean", "null", "array", ["string"]),
    enum: fc.array(scalar, { minLength: 1, maxLength: 3 }),
    description: fc.constant("Says nothing."),
    minimum: fc.constant(1),
  },
  { requiredKeys: ["type"] },
);
const objectOf = (inner: fc.Arbitrary<object>) =>
  fc.record(
    {
      type: fc.constant("object"),
      properties: fc.dictionary(fc.constantFrom(...NAMES), inner, { maxKeys: 3 }),
      required: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }),
      additionalProperties: fc.boolean(),
    },
    { requiredKeys: ["type", "properties"] },
  );
const schema = fc.oneof(field, objectOf(field), objectOf(fc.oneof(field, objectOf(field))));
const flat = fc.dictionary(fc.constantFrom(...NAMES), scalar, { maxKeys: 3 });
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 2 }),
  flat,
  fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(scalar, flat), { maxKeys: 3 }),
);

describe("compileFits", () => {
  test("agrees with the validator on every schema that it takes", () => {
    fc.assert(
      fc.property(schema, value, (shape, candidate) => {
        const json = JSON.parse(JSON.stringify(shape)) as JsonSchema;
        const given = JSON.parse(JSON.stringify(candidate)) as JsonValue;
        const fits = compileFits(json);
        if (!fits) return;
        const { valid } = new Validator(json as Schema, "2020-12", false).validate(given);
        expect({ json, given, fits: fits(given) }).toEqual({ json, given, fits: valid });
      }),
      runs(500, 2_000),
    );
  });

  test.each<JsonObject>([
    { type: "string", minLength: 1 },
    { type: "array", items: {} },
    { type: ["string", "null"] },
    { type: "object", properties: { a: { $ref: "#/$defs/a" } } },
    { type: "object", properties: {}, patternProperties: {} },
    { type: "object", properties: {}, additionalProperties: { type: "string" } },
    { anyOf: [] },
    {},
  ])("leaves %j to the validator", (shape) => {
    expect(compileFits(shape)).toBeUndefined();
  });
});
