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
  const hide = (text: string) => hideRanges(text, merge(options.find(text)));
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
      const until = cut === 0 ? pending.length - options.reach() : cut;
      if (until <= 0) return "";
      const ready = hide(pending.slice(0, until));
      pending = pending.slice(until);
      return ready;
    },
    end() {
      const rest = hide(pending);
      pending = "";
      return rest;
    },
  };
}
