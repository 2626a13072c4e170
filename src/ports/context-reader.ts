import type { Context, ContextEvent, Fact } from "../schema/context.ts";

export interface ContextReader {
  get(id: string): Promise<Context | undefined>;
  /** Those that are kept, oldest first. */
  events(contextId: string): Promise<readonly ContextEvent[]>;
  eventByMessageId(contextId: string, messageId: string): Promise<ContextEvent | undefined>;
  /** Those that have not expired at `now`, by bucket and key; with `bucket`, only that one's. */
  facts(contextId: string, now: string, bucket?: string): Promise<readonly Fact[]>;
}
