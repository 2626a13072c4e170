/**
 * Says which sessions have work; what the work is, the store knows. All implementations must pass
 * `testing/queue-contract.ts`.
 */
export interface Queue {
  /** A session pushed while it is being worked on is worked on once more afterwards. */
  push(sessionId: string): void;
  /** Calls `work` for one session at a time, several sessions at once. */
  start(work: (sessionId: string) => Promise<void>): void;
  /** Takes no more; resolves when nothing is being worked on. */
  stop(): Promise<void>;
  /** True while anything is queued or being worked on. */
  readonly busy: boolean;
  /** How much is queued or being worked on, as far as this process knows. */
  readonly depth: number;
}
