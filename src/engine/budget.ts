import { CapstanError } from "../base/errors.ts";
import { foldGrowing } from "../base/fold-growing.ts";
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

const tokensUsed = foldGrowing<Message, number>({
  start: () => 0,
  add: (sum, { usage }) => (usage ? sum + usage.inputTokens + usage.outputTokens : sum),
});
