import type { Message, ToolCall } from "../api/message.ts";
import { answerNote } from "../base/answer-note.ts";
import type { CallProgress } from "./call-progress.ts";

/** The input that ran, and the answer that it ran under: from the result, or from events until it is there. */
export function shownCall(
  { input }: ToolCall,
  result: Message | undefined,
  progress: CallProgress | undefined,
) {
  const ranWith = result ? result.ran_with : progress?.inputs;
  return { input: ranWith ?? input, note: answerNote(result?.answer ?? progress?.callAnswer) };
}
