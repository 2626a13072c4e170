/** How often a turn was taken over from a process that died with it. */
export type Takeover = {
  readonly sessionId: string;
  readonly turn: number;
  /** How far the turn had come. It grows with every step that is stored. */
  readonly progress: number;
  /** Since the turn came this far. */
  readonly count: number;
  /** The process was told to end: the next takeover does not count. */
  readonly isExcused: boolean;
};
