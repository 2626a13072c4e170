import { describe, expect, test } from "vitest";
import { makeMessage } from "../../testing/fixtures.ts";
import { makeTool } from "../../testing/make-tool.ts";
import type { ModelRequest } from "../model.ts";
import { Script, type ScriptStep } from "./script.ts";
import { createScriptedModel } from "./scripted-model.ts";

const tool = makeTool({ name: "look around" });

function requestOf(overrides: Partial<ModelRequest> = {}): ModelRequest {
  return {
    system: "You are brief.",
    tools: [tool],
    messages: [makeMessage()],
    callsBefore: 0,
    signal: new AbortController().signal,
    ...overrides,
  };
}

const modelOf = (...steps: unknown[]) => createScriptedModel(Script.parse({ steps }));

describe("a step", () => {
  test.each([
    { step: { text: "Hello." }, reply: { text: "Hello.", toolCalls: [] } },
    {
      step: { tool_calls: [{ name: "look around", input: { far: true } }] },
      reply: { text: "", toolCalls: [{ name: "look around", input: { far: true } }] },
    },
    {
      step: { text: "Looking.", tool_calls: [{ name: "a" }, { name: "b", input: [1] }] },
      reply: {
        text: "Looking.",
        toolCalls: [
          { name: "a", input: {} },
          { name: "b", input: [1] },
        ],
      },
    },
    { step: {}, reply: { text: "", toolCalls: [] } },
  ])("$step answers $reply", async ({ step, reply }) => {
    expect(await modelOf(step).respond(requestOf())).toEqual(reply);
  });

  test.each([
    { callsBefore: 0, text: "one" },
    { callsBefore: 1, text: "two" },
    { callsBefore: 2, text: "done" },
    { callsBefore: 99, text: "done" },
  ])(
    "is chosen by the answers that the session has recorded: $callsBefore gives $text",
    async ({ callsBefore, text }) => {
      const model = modelOf({ text: "one" }, { text: "two" });
      const request = requestOf({ callsBefore });
      expect(await model.respond(request)).toEqual({ text, toolCalls: [] });
      // Asked again after a restart, it answers the same: it counts nothing itself.
      expect(await model.respond(request)).toEqual({ text, toolCalls: [] });
    },
  );

  test("an empty script is done at once", async () => {
    expect(await modelOf().respond(requestOf())).toEqual({ text: "done", toolCalls: [] });
  });
});

describe("an expectation", () => {
  const older = makeMessage({ role: "tool", content: '{"old":1}' });
  const result = makeMessage({ role: "tool", content: '{"result":5}' });
  const messages = [older, makeMessage({ role: "assistant" }), result, makeMessage()];

  const answerTo = (expectation: ScriptStep["expect"]) =>
    modelOf({}, { text: "Fine.", expect: expectation }).respond(
      requestOf({ callsBefore: 1, messages }),
    );

  test.each<{ expectation: ScriptStep["expect"] }>([
    { expectation: { tools_include: ["look around"] } },
    { expectation: { tools_include: [tool.toolId, tool.wireName] } },
    { expectation: { tools_exclude: ["fly"] } },
    { expectation: { system_includes: "brief" } },
    { expectation: { system_includes: ["You", "brief."] } },
    { expectation: { last_result_includes: '"result":5' } },
    { expectation: { last_result_includes: ["result", "5"] } },
  ])("that is met changes nothing: $expectation", async ({ expectation }) => {
    expect(await answerTo(expectation)).toEqual({ text: "Fine.", toolCalls: [] });
  });

  test.each<{ expectation: ScriptStep["expect"]; unmet: string }>([
    { expectation: { tools_include: ["fly"] }, unmet: 'the tool "fly" is not offered.' },
    { expectation: { tools_include: ["look around", "fly"] }, unmet: 'the tool "fly" is not' },
    { expectation: { tools_include: ["__proto__"] }, unmet: '"__proto__" is not offered.' },
    { expectation: { tools_exclude: ["look around"] }, unmet: '"look around" is offered.' },
    { expectation: { tools_exclude: [tool.toolId] }, unmet: `"${tool.toolId}" is offered.` },
    { expectation: { tools_exclude: [tool.wireName] }, unmet: `"${tool.wireName}" is offered.` },
    {
      expectation: { system_includes: ["You", "long"] },
      unmet: 'the system prompt does not include "long".',
    },
    {
      expectation: { last_result_includes: "old" },
      unmet: 'the last result does not include "old".',
    },
  ])("that is not met fails and says which: $expectation", async ({ expectation, unmet }) => {
    const answer = answerTo(expectation);
    await expect(answer).rejects.toThrow(
      expect.objectContaining({ code: "SCRIPT_UNMET", message: expect.stringContaining(unmet) }),
    );
    await expect(answer).rejects.toThrow("Step 2 of the script");
  });

  test("of a result is unmet where there is none", async () => {
    const model = modelOf({ expect: { last_result_includes: "x" } });
    await expect(model.respond(requestOf())).rejects.toThrow("the last result does not include");
  });
});
