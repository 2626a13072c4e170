import { CapstanError } from "../base/errors.ts";
import type { ModelReply } from "../ports/model.ts";
import type { Message } from "../schema/message.ts";
import type { RuntimeAgent } from "./compose.ts";
import { transcript } from "./conversation.ts";
import type { Engine } from "./engine.ts";

export async function askModel(
  { model }: Engine,
  agent: RuntimeAgent,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<ModelReply> {
  try {
    return await model.respond({
      system: agent.systemPrompt,
      tools: agent.tools,
      messages: transcript(messages),
      callsBefore: messages.filter((message) => message.role === "assistant").length,
      signal,
    });
  } catch (cause) {
    if (cause instanceof CapstanError) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new CapstanError("MODEL_FAILED", `The model did not answer: ${message}`, { cause });
  }
}
