import type { Context, ContextEvent, Fact } from "../../schema/context.ts";
import type { Listing, Page } from "../../schema/page.ts";

export type ContextFilter = Page & {
  readonly actor: string;
  /** Only those in which this skill runs. */
  readonly skill?: string | undefined;
};

export interface ContextReader {
  get(id: string): Promise<Context | undefined>;
  /** Of one actor, the one that moved last first. */
  list(filter: ContextFilter): Promise<Listing<Context>>;
  /** Those that are kept, oldest first. */
  events(contextId: string): Promise<readonly ContextEvent[]>;
  eventByMessageId(contextId: string, messageId: string): Promise<ContextEvent | undefined>;
  /** Those that have not expired at `now`, by bucket and key; with `bucket`, only that one's. */
  facts(contextId: string, now: string, bucket?: string): Promise<readonly Fact[]>;
}
