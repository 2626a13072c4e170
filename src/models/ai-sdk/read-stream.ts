import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type JsonValue, parseJson } from "../../base/json.ts";
import type { ModelReply } from "../model.ts";

/** Of all that comes in pieces: text, thoughts, and the inputs of calls. */
const MAX_RECEIVED = 10_000_000;

type Told = {
  /** Something came, whatever it is: thoughts, or the beginning of a call, may take minutes. */
  readonly onPart: () => void;
  /** A piece of the answer; a call is one without text. */
  readonly onAnswer: (text: string) => void;
};

/** Collects an answer while it comes in. Ends early only by an error: half an answer is none. */
export async function readStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  told: Told,
): Promise<ModelReply> {
  let text = "";
  let received = 0;
  const toolCalls: { name: string; input: JsonValue }[] = [];
  for await (const part of stream as unknown as AsyncIterable<LanguageModelV4StreamPart>) {
    told.onPart();
    if ("delta" in part) {
      received += part.delta.length;
      if (received > MAX_RECEIVED) throw new Error("The provider sends without end.");
    }
    if (part.type === "text-delta") {
      text += part.delta;
      told.onAnswer(part.delta);
    } else if (part.type === "tool-call" && !part.providerExecuted) {
      told.onAnswer("");
      toolCalls.push({ name: part.toolName, input: readInput(part.input) });
    } else if (part.type === "error") {
      throw part.error;
    } else if (part.type === "finish") {
      const { inputTokens, outputTokens } = part.usage;
      const usage = { inputTokens: inputTokens.total ?? 0, outputTokens: outputTokens.total ?? 0 };
      if (part.finishReason.unified === "error")
        throw new Error("The provider ended with an error.");
      return { text, toolCalls, usage };
    }
  }
  throw new Error("The connection was cut before the answer had ended.");
}

/** What is not JSON stays a text: the gate refuses it, and tells the model why. */
function readInput(text: string): JsonValue {
  if (text.trim() === "") return {};
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
