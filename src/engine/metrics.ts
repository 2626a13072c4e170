/** Counters of one process, since it started. Figures over time are counted from the store. */
export interface Metrics {
  /** In the text format of Prometheus. */
  text(): string;
}
