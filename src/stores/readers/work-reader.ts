import type { ModelUsage } from "../../schema/message.ts";

/** The newest rows that one question about past work reads, of each kind. */
export const MOST_READ = 10_000;

export type TurnMark = {
  readonly sessionId: string;
  readonly type: "turn.started" | "turn.waiting" | "turn.completed" | "turn.failed";
  readonly ts: string;
};

export type Reply = { readonly ts: string } & ModelUsage;

export type Question = {
  readonly askedAt: string;
  /** Null where it expired, was withdrawn or waits. */
  readonly answeredAt: string | null;
};

export type EndedCall = { readonly toolId: string; readonly state: string };

/** Past work, for figures: at most `MOST_READ` rows each, in any order but that of `turns`. */
export interface WorkReader {
  /** Begins and ends of turns at or after this time, ascending. */
  turns(since: string): Promise<readonly TurnMark[]>;
  /** Answers of models whose usage is known. */
  replies(since: string): Promise<readonly Reply[]>;
  /** Approvals that were asked for at or after this time. */
  questions(since: string): Promise<readonly Question[]>;
  /** Executed calls among the newest `MOST_READ` audit records. */
  calls(since: string): Promise<readonly EndedCall[]>;
}
