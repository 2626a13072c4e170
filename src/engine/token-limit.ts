import { CapstanError } from "../base/errors.ts";
import type { Message } from "../schema/message.ts";
import type { Engine } from "./engine.ts";

/** Why the session may not ask its model again; undefined while it may. */
export function tokenLimit(
  { limits: { tokensPerSession } }: Engine,
  messages: readonly Message[],
): CapstanError | undefined {
  if (tokensPerSession === null || tokensUsed(messages) < tokensPerSession) return undefined;
  const message = `The session used all of its ${tokensPerSession} tokens. Open another one, or raise limits.tokens_per_session.`;
  return new CapstanError("TOKEN_LIMIT_REACHED", message);
}

function tokensUsed(messages: readonly Message[]): number {
  let tokens = 0;
  for (const { usage } of messages) if (usage) tokens += usage.inputTokens + usage.outputTokens;
  return tokens;
}
