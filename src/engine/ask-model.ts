import { CapstanError } from "../base/errors.ts";
import type { ModelReply } from "../ports/model.ts";
import type { Message } from "../schema/message.ts";
import type { RuntimeAgent } from "./compose.ts";
import { transcript } from "./conversation.ts";
import type { Engine } from "./engine.ts";

export async function askModel(
  { model, hooks }: Engine,
  agent: RuntimeAgent,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<ModelReply> {
  try {
    return await model.respond({
      system: agent.systemPrompt,
      tools: agent.tools,
      messages: filtered(hooks, agent, transcript(messages)),
      callsBefore: messages.filter((message) => message.role === "assistant").length,
      signal,
    });
  } catch (cause) {
    if (cause instanceof CapstanError) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new CapstanError("MODEL_FAILED", `The model did not answer: ${message}`, { cause });
  }
}

/** What the hooks of the agent's capabilities let through, in their order. */
function filtered(
  hooks: Engine["hooks"],
  { capabilities }: RuntimeAgent,
  messages: readonly Message[],
): readonly Message[] {
  if (hooks.size === 0) return messages;
  return capabilities.reduce((left, id) => hooks.get(id)?.filterMessages?.(left) ?? left, messages);
}
