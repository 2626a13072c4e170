import { matchesPattern } from "../../base/matches-pattern.ts";
import type { ModelUsage } from "../../schema/message.ts";
import type { Price } from "../../schema/price.ts";

/** What a model asks for its tokens; undefined where nobody said. */
export type PriceOf = (model: string) => Price | undefined;

/** The first pattern that the model's name matches has its price. */
export function createPrices(prices: Readonly<Record<string, Price>>): PriceOf {
  const listed = Object.entries(prices);
  return (model) => listed.find(([pattern]) => matchesPattern(pattern, model))?.[1];
}

/** What an answer cost, beside its tokens, where that is known. */
export function withCost(usage: ModelUsage, price: Price | undefined): ModelUsage {
  if (!price) return usage;
  const millions = usage.inputTokens * price.input + usage.outputTokens * price.output;
  return { ...usage, cost: millions / 1_000_000 };
}
