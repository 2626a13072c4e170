import { CapstanError } from "../../base/errors.ts";
import type { ModelReply } from "../../models/model.ts";

export type AnswerLimits = { readonly answerCharacters: number; readonly answerDeltas: number };

/** A model that writes without end is stopped: an answer beyond these limits is none. */
export function boundAnswer({ answerCharacters, answerDeltas }: AnswerLimits) {
  let characters = 0;
  let deltas = 0;
  return {
    delta(text: string): string {
      characters += text.length;
      deltas += 1;
      if (characters > answerCharacters) throw tooLong(`${answerCharacters} characters`);
      if (deltas > answerDeltas) throw tooLong(`${answerDeltas} pieces`);
      return text;
    },
    whole(reply: ModelReply): ModelReply {
      const inputs = reply.toolCalls.map(({ name, input }) => name.length + sizeOf(input));
      const size = inputs.reduce((sum, length) => sum + length, reply.text.length);
      if (size > answerCharacters) throw tooLong(`${answerCharacters} characters`);
      return reply;
    },
  };
}

function sizeOf(input: unknown): number {
  return typeof input === "string" ? input.length : JSON.stringify(input).length;
}

function tooLong(most: string): CapstanError {
  return new CapstanError("MODEL_FAILED", `The model's answer has more than ${most}.`);
}
