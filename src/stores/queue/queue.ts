/** `isTakeover`: the process that worked on this session before is dead, or was frozen. */
export type Work = (sessionId: string, isTakeover: boolean) => Promise<void>;

/**
 * Says which sessions have work; what the work is, the store knows. All implementations must pass
 * `testing/queue-contract.ts`.
 */
export interface Queue {
  /**
   * A session pushed while it is being worked on is worked on once more afterwards. `isLeftBehind`
   * says that a process may have died with it. A queue that processes share knows that from its
   * leases.
   */
  push(sessionId: string, isLeftBehind?: boolean): void;
  /** Calls `work` for one session at a time, several sessions at once. */
  start(work: Work): void;
  /** Takes no more; resolves when nothing is being worked on. */
  stop(): Promise<void>;
  /** True while anything is queued or being worked on. */
  readonly busy: boolean;
  /** How much is queued or being worked on, as far as this process knows. */
  readonly depth: number;
}
