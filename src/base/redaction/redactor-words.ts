import { hideRanges, merge, type Range } from "./redactor-ranges.ts";
import { createRedactionStream, type RedactionStream } from "./redactor-stream.ts";

type Options = {
  find(text: string): readonly Range[];
  reach(): number;
};

/** A word of this length is no word: it is looked at like any other text. */
const LONGEST_WORD = 4_096;

/**
 * Lets go of what was written up to the last white space: a person reads along. Where a secret has
 * white space of its own, as much is held back as it may need.
 */
export function createWordStream(areWords: () => boolean, options: Options): RedactionStream {
  if (!areWords()) return createRedactionStream(options);
  let pending = "";
  return {
    push(chunk) {
      pending += chunk;
      if (options.reach() === 0) {
        const ready = pending;
        pending = "";
        return ready;
      }
      const cut = pending.search(/\S*$/);
      if (cut === 0 && pending.length < LONGEST_WORD) return "";
      // In the middle of a word, what was found may go on behind the cut.
      const ranges = merge(options.find(pending));
      const until = cut === 0 ? inside(pending.length - options.reach(), ranges) : cut;
      if (until <= 0) return "";
      const ready = pending.slice(0, until);
      pending = pending.slice(until);
      return hideRanges(
        ready,
        ranges.filter(({ start }) => start < until),
      );
    },
    end() {
      const rest = hideRanges(pending, merge(options.find(pending)));
      pending = "";
      return rest;
    },
  };
}

function inside(limit: number, ranges: readonly Range[]): number {
  return ranges.find(({ start, end }) => start < limit && end >= limit)?.start ?? limit;
}
