import type { ModelQuestion } from "../../model.ts";
import type { Spoken } from "../complete-calls.ts";

export function asking(
  text: string,
  { name, description }: { name: string; description: string },
): Spoken {
  const question: ModelQuestion = { name, type: "string", description, required: true };
  return { reply: { text, toolCalls: [], questions: [question] } };
}
