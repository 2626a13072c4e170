import type { LanguageModelV4Prompt, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { MockLanguageModelV4 } from "ai/test";
import { ANSWER, CALL_INPUT } from "./script.ts";

const NO_DETAILS = { noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
const USAGE = {
  inputTokens: { total: 100, ...NO_DETAILS },
  outputTokens: { total: 20, text: undefined, reasoning: undefined },
};
const PIECES = ANSWER.match(/.{1,80}/gs) ?? [];

/** The AI SDK's own mock: calls the first tool it is given, then answers in pieces. */
export function createMockModel(): MockLanguageModelV4 {
  let calls = 0;
  const mock: MockLanguageModelV4 = new MockLanguageModelV4({
    doStream: async ({ prompt, tools = [] }) => {
      // It keeps every request: with them, the memory of a long session grows with its square.
      mock.doStreamCalls.length = 0;
      const parts = wantsCall(prompt) ? callParts(++calls, nameOf(tools)) : TEXT_PARTS;
      return { stream: streamOf(parts) };
    },
    doGenerate: async ({ prompt, tools = [] }) => {
      mock.doGenerateCalls.length = 0;
      if (!wantsCall(prompt)) {
        const content = [{ type: "text" as const, text: ANSWER }];
        return { content, finishReason: finish("stop"), usage: USAGE, warnings: [] };
      }
      const content = [callPart(++calls, nameOf(tools))];
      return { content, finishReason: finish("tool-calls"), usage: USAGE, warnings: [] };
    },
  });
  return mock;
}

function wantsCall(prompt: LanguageModelV4Prompt): boolean {
  return prompt.at(-1)?.role !== "tool";
}

function nameOf([tool]: readonly { readonly name: string }[]): string {
  if (!tool) throw new Error("The model was given no tool.");
  return tool.name;
}

function callPart(number: number, toolName: string) {
  return {
    type: "tool-call" as const,
    toolCallId: `call_${process.pid}_${number}`,
    toolName,
    input: JSON.stringify(CALL_INPUT),
  };
}

function callParts(number: number, toolName: string): LanguageModelV4StreamPart[] {
  return [
    { type: "stream-start", warnings: [] },
    callPart(number, toolName),
    { type: "finish", finishReason: finish("tool-calls"), usage: USAGE },
  ];
}

const TEXT_PARTS: readonly LanguageModelV4StreamPart[] = [
  { type: "stream-start", warnings: [] },
  { type: "text-start", id: "1" },
  ...PIECES.map((delta) => ({ type: "text-delta" as const, id: "1", delta })),
  { type: "text-end", id: "1" },
  { type: "finish", finishReason: finish("stop"), usage: USAGE },
];

function finish(unified: "stop" | "tool-calls") {
  return { unified, raw: undefined };
}

function streamOf<Part>(parts: readonly Part[]): ReadableStream<Part> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}
