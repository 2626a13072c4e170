/** Enough for an id's kind and time: what is shown of it is still unique, and can be typed. */
const ID = 27;
const LEAST_END = 16;
const LEAST = 8;

/** Widths of columns that together fit: the last one gives first, then the widest. */
export function fitWidths(wanted: readonly number[], room: number, gap: number): number[] {
  const widths = [...wanted];
  const last = widths.length - 1;
  let over = widths.reduce((sum, width) => sum + width, 0) + gap * last - room;

  function take(index: number, least: number): void {
    const given = Math.min(over, Math.max(0, (widths[index] ?? 0) - least));
    widths[index] = (widths[index] ?? 0) - given;
    over -= given;
  }

  take(last, LEAST_END);
  for (const least of [ID, LEAST_END, LEAST]) {
    const byWidth = [...widths.keys()].sort(
      (one, other) => (widths[other] ?? 0) - (widths[one] ?? 0),
    );
    for (const index of byWidth) if (over > 0) take(index, least);
  }
  return widths;
}
