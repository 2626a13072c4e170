import { LIMITING_WORDS } from "./limiting-words.ts";
import type { Match } from "./match-words.ts";
import type { Reading } from "./reading.ts";
import { overlaps } from "./recognise/value.ts";
import { SYNONYMS } from "./synonyms.ts";
import type { Parse } from "./weigh.ts";

const ARTICLE = /^(?:the|a|an|this|that|these|those|my|our)$/;
/** Left over, an order would be carried out at another time, or for another while. */
const TIMES = new Set(["date", "duration"]);
const VAGUE = /^(?:an?|the|my|down|up|out)\s/i;
const TAKES_WORDS = new Set(["word", "text"]);
/** Words that leave open what is meant, or whether. */
const LOOSE =
  /^(?:it|them|those|these|if|unless|whenever|until|before|after|once|except|but|or|not|maybe|might|instead|later|otherwise)$/;

/** Enough to look something up. */
export function isSure(parse: Parse): boolean {
  const { evidence, likeness, unexplained, unused } = parse;
  const lost = unexplained.length + unused.length;
  if (lost === 0) return evidence >= 0.3 || likeness >= 0.7 || isTyped(parse);
  if (lost > 1 || unused.length > 0 || parse.disowned > 0) return false;
  if (unexplained.some(({ plain }) => LIMITING_WORDS.has(plain))) return false;
  // "add milk to the first one" does not ask to see it.
  if (parse.filled.some(({ each }) => each)) return false;
  // The word may have been meant for a field that is still empty.
  const isOpen = parse.known.fields.some(
    (field) => TAKES_WORDS.has(field.shape) && !parse.filled.some((it) => it.field === field),
  );
  if (isOpen) return false;
  if (likeness >= 0.7 && (evidence > 0 || parse.alike >= 0.6)) return true;
  const isOpening = unexplained[0]?.start === parse.opening;
  return (
    !isOpening && parse.filled.some(({ field, fit }) => field.required && field.strict && fit >= 0)
  );
}

/** Values of their own kinds fill all that is needed: nobody says these by chance. */
export function isTyped({ known, filled, hasWords }: Parse): boolean {
  const typed = filled.filter(
    ({ field }) => field.strict || field.shape === "number" || field.shape === "choice",
  );
  const needed = known.fields.filter(({ required }) => required);
  if (!hasWords) return false;
  const isWhole = needed.every((field) => typed.some((candidate) => candidate.field === field));
  return (
    isWhole && (needed.length > 1 || typed.some(({ field }) => field.strict && field.required))
  );
}

/** Enough to change something: every word has its place, and the order is one. */
export function isSafe(parse: Parse, reading: Reading): boolean {
  const { unexplained, unused, evidence, filled, known } = parse;
  if (unexplained.length > 0 || unused.length > 0) return false;
  if (evidence < 0.3 || !parse.isOwned) return false;
  if (filled.some(({ weak }) => weak) && !hasFirm(parse)) return false;
  const laterOn = reading.values.some(
    (value) => TIMES.has(value.kind) && !filled.some((candidate) => overlaps(candidate, value)),
  );
  if (laterOn) return false;
  if (hasLooseEnd(parse, reading)) return false;
  const verbs = parse.matched.filter(({ stem }) => known.verbs.has(stem));
  // "delte a.txt" is not sure enough to delete: a person says it again.
  if (verbs.length > 0 && verbs.every(isSlip)) return false;
  // "the hall light" orders nothing; "bedroom light on" does.
  if (verbs.length === 0) return !ARTICLE.test(reading.words[0]?.plain ?? "");
  return verbs.some(({ word }) => !/(?:ed|ing)$/.test(word.plain));
}

function isSlip({ word, stem }: Match): boolean {
  return word.stem !== stem && !SYNONYMS.get(word.stem)?.has(stem) && !word.stem.startsWith(stem);
}

/** Loose words are enough beside a value that is needed and sure: "schedule lunch tomorrow at 12". */
function hasFirm({ filled }: Parse): boolean {
  const isVague = filled.some(({ weak, value }) => weak && VAGUE.test(String(value)));
  if (isVague) return false;
  return filled.some(
    ({ field }) => field.required && field.shape !== "text" && field.shape !== "list",
  );
}

/** "it" without anything it could stand for, "if needed": unless people say so to this tool. */
function hasLooseEnd({ filled, known }: Parse, { words }: Reading): boolean {
  return words.some(
    (word) =>
      LOOSE.test(word.plain) &&
      !filled.some((candidate) => overlaps(candidate, word)) &&
      !known.examples.some((example) =>
        example.some((token) => "stem" in token && token.stem === word.stem),
      ),
  );
}
