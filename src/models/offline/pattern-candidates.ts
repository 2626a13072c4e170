import { around, type Candidate, type Search } from "./candidate.ts";
import { isAllowed } from "./convert-value.ts";
import { fitOf } from "./cue.ts";
import type { Field } from "./field.ts";

const CHUNK = /[\p{L}\p{N}](?:[\p{L}\p{N}_.:@/+-]*[\p{L}\p{N}])?/gu;
const LONGEST = 64;

/** Words with a digit or a capital that match the pattern of a field: OPS-12, AAPL. */
export function patternCandidates(field: Field, { reading, matches }: Search): Candidate[] {
  const from = reading.words[0]?.start ?? 0;
  return [...reading.text.matchAll(CHUNK)].flatMap(({ 0: value, index }) => {
    if (index < from || value.length > LONGEST || !/[\p{N}\p{Lu}]/u.test(value)) return [];
    if (!isAllowed(field.schema, value, matches)) return [];
    const span = { start: index, end: index + value.length };
    const isQuoted = reading.values.some(
      ({ kind, start, end }) => kind === "quoted" && start < span.start && span.end + 1 < end,
    );
    if (isQuoted) return [];
    const { before, after } = around(reading, span.start, span.end);
    // A capital alone may begin a sentence or a name.
    const doubt = /\p{N}/u.test(value) || value === value.toUpperCase() ? 0 : 1;
    return [{ field, value, ...span, fit: fitOf(field.cues, before, after) - doubt }];
  });
}
