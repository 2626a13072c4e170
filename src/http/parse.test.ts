import { expect, test } from "vitest";
import * as z from "zod";
import { parseOrThrow } from "./parse.ts";

const Body = z.strictObject({
  name: z.string().min(1),
  parts: z.array(z.strictObject({ size: z.number() })).default([]),
});

test("what fits is given back, with its defaults", () => {
  expect(parseOrThrow(Body, { name: "a" }, "body")).toEqual({ name: "a", parts: [] });
});

test.each([
  { value: {}, field: "name" },
  { value: { name: 7 }, field: "name" },
  { value: { name: "" }, field: "name" },
  { value: { name: "a", parts: {} }, field: "parts" },
  { value: { name: "a", parts: [{ size: 1 }, { size: "2" }] }, field: "parts.1.size" },
  { value: { name: "a", extra: 1 }, field: "extra" },
  { value: { name: "a", parts: [{ size: 1, colour: 2 }] }, field: "parts.0.colour" },
  { value: "text", field: "body" },
  { value: null, field: "body" },
  { value: [], field: "body" },
])("$value is refused and $field is named", ({ value, field }) => {
  expect(() => parseOrThrow(Body, value, "body")).toThrow(
    expect.objectContaining({
      code: "REQUEST_INVALID",
      message: expect.stringContaining(`"${field}"`),
      details: { field, part: "body" },
    }),
  );
});
