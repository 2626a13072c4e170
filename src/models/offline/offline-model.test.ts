import { describe, expect, test } from "vitest";
import type { Message } from "../../schema/message.ts";
import { makeMessage } from "../../testing/fixtures.ts";
import { makeTool } from "../../testing/make-tool.ts";
import { createOfflineModel } from "./offline-model.ts";

const add = makeTool({
  name: "add",
  sourceId: "test_math",
  description: "Adds two numbers.",
  inputSchema: { type: "object", required: ["a", "b"] },
});
const look = makeTool({ name: "look around" });

function ask(messages: readonly Message[], tools = [add, look]) {
  return createOfflineModel().respond({
    system: "",
    tools,
    messages,
    callsBefore: 0,
    signal: new AbortController().signal,
  });
}

const say = (content: string) => ask([makeMessage({ content })]);

describe("a message that names a tool", () => {
  test.each([
    { content: 'add {"a": 2, "b": 3}', name: add.toolId, input: { a: 2, b: 3 } },
    { content: 'builtin:test_math:add {"a": 2}', name: add.toolId, input: { a: 2 } },
    { content: "  add  ", name: add.toolId, input: {} },
    { content: 'add\n{\n  "a": 2\n}', name: add.toolId, input: { a: 2 } },
    { content: "add [1, 2]", name: add.toolId, input: [1, 2] },
    { content: `${look.wireName} {}`, name: look.toolId, input: {} },
  ])("calls it: $content", async ({ content, name, input }) => {
    expect(await say(content)).toEqual({ text: "", toolCalls: [{ name, input }] });
  });

  test.each(["add two and three", "add {", 'add {"__proto__": {}}'])(
    "is told how to write the input: %s",
    async (content) => {
      expect(await say(content)).toEqual({
        text: 'What follows "add" is not JSON. Write for example: add {"a": …, "b": …}',
        toolCalls: [],
      });
    },
  );
});

describe("a message that names none", () => {
  test.each(["Hello there", "", "addition", "ADD {}", "__proto__", "constructor {}"])(
    "gets a list of what there is: %j",
    async (content) => {
      const { text, toolCalls } = await say(content);
      expect(toolCalls).toEqual([]);
      expect(text).toContain('add {"a": …, "b": …}  Adds two numbers.');
      expect(text).toContain(`${look.wireName} {}`);
    },
  );

  test("is told so when there is nothing to name", async () => {
    expect(await ask([makeMessage()], [])).toEqual({
      text: "No model is configured, and this agent has no tools.",
      toolCalls: [],
    });
  });

  test("gets the list when there is no message at all", async () => {
    expect((await ask([])).text).toContain("name a tool");
  });
});

test("the results of the last calls are said, those of earlier ones are not", async () => {
  const asked = makeMessage({ role: "assistant", content: "" });
  const answered = (content: string) => makeMessage({ role: "tool", toolId: add.toolId, content });
  expect(
    await ask([
      makeMessage(),
      asked,
      answered("old"),
      asked,
      answered('{"result":5}'),
      answered("7"),
    ]),
  ).toEqual({
    text: `${add.toolId} answered {"result":5}\n${add.toolId} answered 7`,
    toolCalls: [],
  });
});
