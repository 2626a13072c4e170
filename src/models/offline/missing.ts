import { around } from "./candidate.ts";
import { fitOf } from "./cue.ts";
import type { Field } from "./field.ts";
import type { Reading } from "./reading.ts";
import type { Parse } from "./weigh.ts";

/** Whether what is missing is worth a question: the tool is clear, and nothing else was said. */
export function mayAsk(parse: Parse, asked: Field | undefined, reading: Reading): boolean {
  const { evidence, likeness, unexplained, unused, filled, known, missing } = parse;
  const tried = asked ? triesOf(parse, asked, reading).length : 0;
  const lost = unexplained.length + unused.length - tried;
  if (lost > 0 || parse.disowned > 0 || filled.some(({ weak }) => weak)) return false;
  if (known.effectful && !parse.isOwned) return false;
  if (evidence === 0 && reading.words.length < 3) return false;
  const verb = parse.matched.some(({ stem }) => known.verbs.has(stem));
  if (filled.length === 0 && missing.length > 1 && !verb) return false;
  const isSaid = parse.matched.some(({ stem }) => (known.words.get(stem) ?? 0) >= 1);
  return likeness >= 0.5 || (isSaid && evidence >= 0.5);
}

/** A field that was meant to be filled, by words that are no value of it. */
export function attemptOf(parse: Parse, reading: Reading): Field | undefined {
  return parse.known.fields.find(
    (field) =>
      !parse.filled.some((candidate) => candidate.field === field) &&
      triesOf(parse, field, reading).length > 0,
  );
}

function triesOf(parse: Parse, field: Field, reading: Reading) {
  const spans = [...parse.unexplained, ...parse.unused];
  return spans.filter(({ start, end }) => {
    const { before, after } = around(reading, start, end);
    const isBehindArticle = /\ban?\s+$/i.test(reading.text.slice(Math.max(0, start - 4), start));
    return !isBehindArticle && fitOf(field.cues, before, after) >= 0.6;
  });
}

/**
 * What every example says beside what is filled: "lights out in the kitchen" names a room, and not
 * what shall become of its light. Only an effect has to be as clear as an example.
 */
export function unsaid({ known, filled }: Parse): Field | undefined {
  if (!known.effectful || known.examples.length === 0) return undefined;
  const isFilled = (name: string) => filled.some(({ field }) => field.name === name);
  const lacking = known.examples.map((example) =>
    example.flatMap((token) => ("slot" in token && !isFilled(token.slot) ? [token.slot] : [])),
  );
  if (lacking.some((slots) => slots.length === 0)) return undefined;
  const [slot] = lacking.toSorted((a, b) => a.length - b.length)[0] ?? [];
  return known.fields.find(({ name }) => name === slot);
}
