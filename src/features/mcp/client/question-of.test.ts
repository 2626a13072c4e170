import { expect, test } from "vitest";
import { questionOf } from "./question-of.ts";

const ONE_OF = [
  { const: "r", title: "Red\u200b" },
  { const: "b", title: "Blue" },
];
const TITLES = { choices: ["r", "b"], choice_titles: ["Red", "Blue"] };

test.each([
  ["oneOf", { type: "string", oneOf: ONE_OF }, TITLES],
  ["enumNames", { type: "string", enum: ["r", "b"], enumNames: ["Red", "Blue"] }, TITLES],
  ["a list with titles", { type: "array", items: { anyOf: ONE_OF } }, TITLES],
  ["a bare enum", { type: "string", enum: ["r", "b"] }, { choices: ["r", "b"] }],
  ["a bare list", { type: "array", items: { enum: ["r", "b"] } }, { choices: ["r", "b"] }],
  ["no choices", { oneOf: [{ type: "string" }, { type: "number" }] }, {}],
])("the choices of a question are its values, with their titles: %s", (_how, colour, choices) => {
  const { fields } = questionOf({ requestedSchema: { type: "object", properties: { colour } } });
  const type = "type" in colour ? colour.type : "string";
  expect(fields).toEqual([{ name: "colour", type, description: "", required: false, ...choices }]);
});
