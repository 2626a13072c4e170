import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { bareTypeText, typeText } from "../../scripts/type-text.ts";
import { WIRE_FILE, wireTypes } from "../../scripts/wire-types.ts";
import { ROOT } from "./source-files.ts";

test("the types of the clients say what the route table says; `npm run wire` writes them", () => {
  expect(readFileSync(join(ROOT, WIRE_FILE), "utf8")).toBe(wireTypes());
});

const Level = z.enum(["LOW", "HIGH"]);
const names = new Map([[Level, "Level"]]);

test.each([
  { schema: z.int(), type: "number" },
  { schema: z.json(), type: "Json" },
  { schema: z.record(z.string(), z.json()), type: "JsonObject" },
  { schema: z.array(Level).readonly(), type: "readonly (Level)[]" },
  { schema: z.union([z.string(), z.literal(1)]).nullable(), type: "string | 1 | null" },
  { schema: z.object({ items: z.array(Level), total: z.int() }), type: "List<Level>" },
])("an answer is written as $type", ({ schema, type }) => {
  expect(typeText(schema, "output", names)).toBe(type);
});

test("an answer has the names of the wire, and what a caller sends has them already", () => {
  const schema = z.object({ a_b: z.string().default(""), isOpen: z.boolean().optional() });
  expect(typeText(schema, "output", names)).toBe(
    "{ readonly a_b: string; readonly is_open?: boolean }",
  );
  expect(typeText(schema, "input", names)).toBe(
    "{ readonly a_b?: string | undefined; readonly isOpen?: boolean | undefined }",
  );
});

test("what is read as one thing and kept as another is sent as the first", () => {
  const count = z.string().transform(Number).pipe(z.int());
  expect(typeText(count, "input", names)).toBe("string");
  expect(typeText(count, "output", names)).toBe("number");
});

test("a kind of schema that is not known is an error, not a guess", () => {
  expect(() => bareTypeText(z.date(), "output", names)).toThrow('of the kind "date"');
});
