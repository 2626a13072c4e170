import type { ModelQuestion } from "../../../ports/model.ts";
import type { Plan } from "../complete-calls.ts";

export function asking(
  text: string,
  { name, description }: { name: string; description: string },
): Plan {
  const question: ModelQuestion = { name, type: "string", description, required: true };
  return { reply: { text, toolCalls: [], questions: [question] } };
}
