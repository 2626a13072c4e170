import type { Change, Journal } from "../../stores/journal.ts";

/** What happens around every commit. */
export type JournalStage = {
  /** Makes of the changes what is written. */
  readonly before?: (changes: readonly Change[]) => readonly Change[];
  /** Told what was written, never before it is. */
  readonly after?: (changes: readonly Change[], tookMs: number) => void;
};

/** A journal with its stages, in the order of the list: first every `before`, then every `after`. */
export function withStages(journal: Journal, stages: readonly JournalStage[]): Journal {
  const befores = stages.flatMap(({ before }) => before ?? []);
  const afters = stages.flatMap(({ after }) => after ?? []);
  return {
    ...journal,
    async commit(step, given, durable) {
      let changes = given;
      for (const before of befores) changes = before(changes);
      const started = performance.now();
      await journal.commit(step, changes, durable);
      const tookMs = performance.now() - started;
      for (const after of afters) after(changes, tookMs);
    },
  };
}
