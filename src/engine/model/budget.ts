import { CapstanError } from "../../base/errors.ts";
import { foldGrowing } from "../../base/fold-growing.ts";
import type { Message } from "../../schema/message.ts";
import type { Engine } from "../engine.ts";

/** Why the session may not ask its model again; undefined while it may. */
export function overBudget(
  { limits: { tokensPerSession, costPerSession } }: Pick<Engine, "limits">,
  messages: readonly Message[],
): CapstanError | undefined {
  if (tokensPerSession === null && costPerSession === null) return undefined;
  const { tokens, cost } = spent(messages);
  if (tokensPerSession !== null && tokens >= tokensPerSession) {
    const message = `The session used all of its ${tokensPerSession} tokens. Open another one, or raise limits.tokens_per_session.`;
    return new CapstanError("TOKEN_LIMIT_REACHED", message);
  }
  if (costPerSession !== null && cost >= costPerSession) {
    const message = `The session cost ${cost.toFixed(4)} of at most ${costPerSession}. Open another one, or raise limits.cost_per_session.`;
    return new CapstanError("COST_LIMIT_REACHED", message);
  }
  return undefined;
}

const spent = foldGrowing<Message, { readonly tokens: number; readonly cost: number }>({
  start: () => ({ tokens: 0, cost: 0 }),
  add: (sum, { usage }) =>
    usage
      ? {
          tokens: sum.tokens + usage.inputTokens + usage.outputTokens,
          cost: sum.cost + (usage.cost ?? 0),
        }
      : sum,
});

const RUNS_HERE = /^(offline$|scripted:)/;

/** A limit that cannot be counted would hold nothing: a model without a price is not asked. */
export function requirePrice(
  { limits: { costPerSession }, priceOf }: Pick<Engine, "limits" | "priceOf">,
  model: string,
): void {
  if (costPerSession === null || priceOf(model) || RUNS_HERE.test(model)) return;
  const message = `limits.cost_per_session is set, and nobody said what "${model}" costs: add it to prices in settings.json.`;
  throw new CapstanError("COST_LIMIT_REACHED", message);
}
