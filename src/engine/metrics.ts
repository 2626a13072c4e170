/** What a server has done in each minute, since it started. */
export type MinuteOfWork = {
  /** RFC 3339, the minute's beginning. */
  readonly ts: string;
  readonly turns: number;
  readonly failedTurns: number;
  /** In milliseconds, of the turns that ended. */
  readonly turnTimes: readonly number[];
  readonly asked: number;
  readonly answered: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cost: number;
};

export type ToolUse = { readonly toolId: string; readonly calls: number; readonly failed: number };

export interface Metrics {
  minutes(since: number): readonly MinuteOfWork[];
  /** The most used first. */
  tools(): readonly ToolUse[];
  /** In the text format of Prometheus. */
  text(): string;
}
