/** S43. */
export const REDACTED = "***REDACTED***";

/** From `start` up to but not including `end`. */
export type Range = {
  readonly start: number;
  readonly end: number;
  /** Where the text begins that gives it away, such as `password=`; at `start` unless it is said. */
  readonly from?: number;
};

/** Puts the marker in the place of each range; ranges that overlap or touch share one. */
export function hideRanges(text: string, ranges: readonly Range[]): string {
  let hidden = "";
  let read = 0;
  for (const { start, end } of merge(ranges)) {
    hidden += text.slice(read, start) + REDACTED;
    read = end;
  }
  return hidden + text.slice(read);
}

export function merge(ranges: readonly Range[]): readonly Range[] {
  if (ranges.length < 2) return ranges;
  const merged: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) {
      merged[merged.length - 1] = union(last, range);
    } else {
      merged.push(range);
    }
  }
  return merged;
}

function union(a: Range, b: Range): Range {
  return {
    start: Math.min(a.start, b.start),
    end: Math.max(a.end, b.end),
    from: Math.min(a.from ?? a.start, b.from ?? b.start),
  };
}
