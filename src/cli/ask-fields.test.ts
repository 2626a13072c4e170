import { expect, test } from "vitest";
import type { Outcome } from "../http/client/wire.ts";
import { askFields } from "./ask-fields.ts";
import type { CommandContext, Typed } from "./command.ts";

const WAITS = {
  state: "input_required",
  resume_token: "c:1:1",
  input_request: {
    kind: "fields",
    reason: "",
    fields: [
      { name: "kind", type: "string", description: "Which kind" },
      { name: "sections", type: "object", description: "" },
    ],
  },
} as unknown as Outcome;

function at(terminal: boolean, lines: Typed[]) {
  const asked: string[] = [];
  const io = {
    isTty: terminal,
    isTyped: terminal,
    ask: async (question: string) => {
      asked.push(question);
      return lines.shift() ?? "ended";
    },
    close: async () => {},
  };
  return { asked, context: { io, json: false } as unknown as CommandContext };
}

test("what a skill asks for is asked in a terminal, and nowhere else", async () => {
  const { context, asked } = at(true, [{ line: "TYPE1" }, { line: '{"a": 1}' }]);
  expect(await askFields(context, WAITS)).toEqual({ kind: "TYPE1", sections: { a: 1 } });
  expect(asked[0]).toBe("kind (string): Which kind: ");
  expect(await askFields(at(true, ["ended"]).context, WAITS)).toBeUndefined();
  expect(await askFields(at(true, [{ line: "" }, { line: "" }]).context, WAITS)).toBeUndefined();
  const script = at(false, [{ line: "x" }]);
  expect(await askFields(script.context, WAITS)).toBeUndefined();
  expect(script.asked).toEqual([]);
});

test("choices are shown as they are typed, with what whoever asks calls them", async () => {
  const choices = { choices: ["r", "b"], choice_titles: ["Red", "b"] };
  const fields = [
    { name: "colour", type: "string", required: true, ...choices },
    { name: "more", type: "array", choices: ["r", "b"] },
  ];
  const { context, asked } = at(true, [{ line: "r" }, { line: '["b"]' }]);
  const waits = { ...WAITS, input_request: { kind: "fields", reason: "", fields } } as Outcome;
  expect(await askFields(context, waits)).toEqual({ colour: "r", more: ["b"] });
  expect(asked).toEqual([
    'colour (string, required): one of "r" (Red), "b": ',
    'more (array): some of ["r","b"]: ',
  ]);
});
