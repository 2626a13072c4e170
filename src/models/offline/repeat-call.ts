import type { Candidate } from "./candidate.ts";
import { candidatesOf } from "./candidates.ts";
import type { Filling } from "./complete-calls.ts";
import type { Field } from "./field.ts";
import type { Interpreting } from "./interpret.ts";
import type { Reading } from "./reading.ts";
import { MEANT, overlaps } from "./recognise/value.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** "delete a.txt and b.txt": nothing but another value is the same call with that value. */
export function repeatCall<Same extends Filling>(
  same: Same,
  reading: Reading,
  interpreting: Interpreting,
): Same | undefined {
  const { known, filled } = same;
  for (const field of known.fields) {
    const replaced = filled.find((it) => it.field === field);
    // "What time is it?" "And in Rome?" names what was left out before.
    const isOpen = !replaced && !known.effectful && filled.length === 0;
    if (!isTold(field) || (!replaced && !isOpen)) continue;
    const found = candidatesOf(field, { known, reading, ...interpreting });
    // "b.txt in my documents" is one value, not three.
    const isPart = (one: Candidate) =>
      found.some(
        (it) =>
          it !== one &&
          it.start <= one.start &&
          one.end <= it.end &&
          it.end - it.start > one.end - one.start,
      );
    const [other, ...more] = found.filter((it) => !it.before && !isPart(it));
    const isAll = reading.words.every(
      ({ start, end, stem }) =>
        (other && other.start <= start && end <= other.end) ||
        STOP_WORDS.has(stem) ||
        (known.words.has(stem) && !known.verbs.has(stem)),
    );
    // "with salami and cheese" is one order; "the kitchen light and the hall light" are two.
    const isApart = reading.words.some(({ stem }) => known.words.has(stem));
    if (known.effectful && field.shape === "choice" && !isApart) continue;
    const isMore = reading.values.some(
      (value) => other && MEANT.has(value.kind) && !overlaps(value, other),
    );
    if (isMore) continue;
    if (!other || !isAll || more.some(({ value }) => value !== other.value)) continue;
    return { ...same, filled: [...filled.filter((it) => it !== replaced), other] };
  }
  return undefined;
}

/** Fields whose values are known when they stand alone. */
function isTold({ strict, kinds, shape }: Field): boolean {
  return strict || kinds.has("place") || shape === "choice";
}
