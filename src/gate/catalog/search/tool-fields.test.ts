import { expect, test } from "vitest";
import type { Tool } from "../../../schema/tool.ts";
import { makeTool } from "../../../testing/make-tool.ts";
import { toolFields } from "./tool-fields.ts";
import { createToolIndex } from "./tool-index.ts";

const textOf = (tool: Partial<Tool>) =>
  toolFields(makeTool(tool))
    .map(({ text }) => text)
    .join("|");

test("C13: a word counts more in the name than in an example, and so on down to the source", () => {
  const plain = { description: "Nothing." };
  const property = (name: string, description: string) => ({
    inputSchema: { type: "object", properties: { [name]: { type: "string", description } } },
  });
  const tools = [
    makeTool({ ...plain, name: "zebra" }),
    makeTool({ ...plain, name: "one", examples: ["zebra"] }),
    makeTool({ name: "two", description: "Zebra." }),
    makeTool({ ...plain, name: "three", ...property("zebra", "") }),
    makeTool({ ...plain, name: "four", ...property("x", "A zebra.") }),
    makeTool({ ...plain, name: "five", sourceId: "zebra" }),
  ];
  const found = createToolIndex(tools).search("zebras in there");
  const names = found.map(({ tool }) => tool.name);
  expect(names.slice(0, 3)).toEqual(["zebra", "one", "two"]);
  expect(new Set(names.slice(3))).toEqual(new Set(["three", "four", "five"]));
});

test("C13: slots of examples are no words of them", () => {
  expect(textOf({ examples: ["the time in {timezone}"] })).not.toContain("timezone");
});

test("C13: inputs within inputs count, to a depth", () => {
  const inner = { type: "object", properties: { street: { type: "string" } } };
  const list = { type: "array", items: inner };
  const schema = { type: "object", properties: { home: inner, others: list } };
  expect(textOf({ inputSchema: schema })).toContain("home street others street");
  const deep = { properties: { a: { properties: { b: { properties: { c: schema } } } } } };
  expect(textOf({ inputSchema: deep })).not.toContain("home");
});

test("C13: what a tool may fill the index with is bounded", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, n) => [`input${n}`, { type: "string", description: "d" }]),
  );
  const examples = Array.from({ length: 5_000 }, () => "an example");
  const text = textOf({ description: "d ".repeat(50_000), examples, inputSchema: { properties } });
  expect(text.length).toBeLessThan(10_000);
});

test.each([
  { properties: ["a"] },
  { properties: null },
  { properties: { a: true, b: null } },
  { items: [1] },
])("C13: an odd schema is no error: %j", (inputSchema) => {
  expect(() => textOf({ inputSchema })).not.toThrow();
});
