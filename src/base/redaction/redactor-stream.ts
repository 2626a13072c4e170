import { hideRanges, merge, type Range, REDACTED } from "./redactor-ranges.ts";

export type RedactionStream = {
  push(chunk: string): string;
  /** What was held back. */
  end(): string;
};

type Options = {
  find(text: string): readonly Range[];
  /** How far after its start something may still turn out to be a secret. */
  reach(): number;
};

/** One secret may be this long; what goes on after it is dropped until white space ends it. */
const LONGEST_HIDDEN = 1 << 16;
/** A cut behind white space goes through no escape and no word; it is looked for this far back. */
const CUT_WITHIN = 256;

/**
 * Holds back as much as a secret may need to show itself, so that none is cut in half. What is held
 * is bounded: a stream of any length takes the same memory.
 */
export function createRedactionStream({ find, reach }: Options): RedactionStream {
  let pending = "";
  let lookAt = 0;
  let isInside = false;

  function take(chunk: string): void {
    const end = isInside ? chunk.search(/\s/) : 0;
    if (end < 0) return;
    isInside = false;
    pending += chunk.slice(end);
  }

  function release(until: number, ranges: readonly Range[]): string {
    const ready = pending.slice(0, until);
    pending = pending.slice(until);
    return hideRanges(
      ready,
      ranges.filter(({ start }) => start < until),
    );
  }

  return {
    push(chunk) {
      take(chunk);
      const held = reach();
      if (pending.length < Math.max(lookAt, 2 * held)) return "";
      const ranges = merge(find(pending));
      const endless = ranges.at(-1);
      if (
        endless?.end === pending.length &&
        endless.start < pending.length - held - LONGEST_HIDDEN
      ) {
        const ready = release(endless.start, ranges);
        pending = "";
        lookAt = 0;
        isInside = true;
        return ready + REDACTED;
      }
      const cut = held === 0 ? pending.length : cutBefore(pending, pending.length - held, ranges);
      const ready = release(cut, ranges);
      // Looking again only at twice the length keeps many small chunks linear.
      lookAt = 2 * pending.length;
      return ready;
    },
    end: () => release(pending.length, merge(find(pending))),
  };
}

/** The last place, up to `limit`, that goes through nothing that belongs together. */
function cutBefore(text: string, limit: number, ranges: readonly Range[]): number {
  let cut = behindSpace(text, limit);
  for (const { start, end, from = start } of ranges.toReversed()) {
    if (from < cut && end >= cut) cut = from;
  }
  return cut;
}

function behindSpace(text: string, limit: number): number {
  for (let cut = limit; cut > 0 && cut > limit - CUT_WITHIN; cut--) {
    if (/\s/.test(text.charAt(cut - 1))) return cut;
  }
  return isLowSurrogate(text.charCodeAt(limit)) ? limit - 1 : limit;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
