import type { SessionEvent } from "../../schema/event.ts";
import type { Message } from "../../schema/message.ts";
import type { Listing, Page } from "../../schema/page.ts";
import type { Session } from "../../schema/session.ts";

export type ActorUsage = {
  readonly actor: string;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null where no price is known for anything that was used. */
  readonly cost: number | null;
};

export interface SessionReader {
  get(id: string): Promise<Session | undefined>;
  /**
   * Newest first. `search` finds a text in the title or the id, letters from A to Z in either case:
   * more than that SQLite does not know by itself.
   */
  list(
    filter: Page & { createdBy?: string | undefined; search?: string | undefined },
  ): Promise<Listing<Session>>;
  /** Sessions with something to do: a turn in progress, or a message accepted after the last turn ended. */
  listUnfinished(): Promise<readonly string[]>;

  /** In order of turn and position, after `afterTurn` (0: all), up to and including `throughTurn`. */
  conversation(
    sessionId: string,
    throughTurn: number,
    afterTurn?: number,
  ): Promise<readonly Message[]>;
  /** Ascending; with `turn`, only that turn's. */
  messages(
    sessionId: string,
    filter: Page & { turn?: number | undefined },
  ): Promise<Listing<Message>>;
  /** What the sessions of each actor have used, by actor. */
  usage(): Promise<readonly ActorUsage[]>;
  /** The user's message that was accepted under this caller's id. */
  messageByCallerId(sessionId: string, messageId: string): Promise<Message | undefined>;

  /** Ascending, sequence > `since`; `total` counts those too. */
  events(sessionId: string, filter: Page & { since: number }): Promise<Listing<SessionEvent>>;
  /** The sequence of the newest event; 0 when there is none. */
  lastSequence(sessionId: string): Promise<number>;
}
