import type { Tool } from "../../schema/tool.ts";
import type { Filled } from "./align.ts";
import { type Fit, fitTool } from "./fit.ts";
import { knownTool, missingIn } from "./known-tool.ts";
import type { Reading } from "./reading.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** A request with one of these says more than a call can: "don't", "how would I". */
export const NEGATIONS = new Set(
  "not no never dont without except excluding unless if instead but cannot cant wont".split(" "),
);
const ASKS = new Set(
  "how what whats why when where which who whose should shall did do does is are was were has have had may might must would".split(
    " ",
  ),
);
/** It tells how something is: "the file was removed by Anna". */
const TELLS = new Set("is are was were has have had did does".split(" "));
export const SUBJECTS = new Set("i we he she they you someone somebody everyone ive im".split(" "));

/** How a request fits each tool, the best first. */
export function fitsOf(reading: Reading, tools: readonly Tool[]): Fit[] {
  return tools
    .flatMap((tool) => fitTool(reading, tool) ?? [])
    .map((it) => (it.known.isEffectful ? withoutPlaces(it, reading) : it))
    .filter((it) => !isBarred(it, reading))
    .toSorted((a, b) => b.score - a.score);
}

/** "the boarding pass from Downloads": what is in a folder, and not the folder. */
const WITHIN = new Set("from in inside within under of on".split(" "));

const TOWARDS = new Set("to into onto as".split(" "));

function wordBefore(tokens: Reading["tokens"], from: number): string {
  return tokens.slice(0, from).findLast(({ isHarmless }) => !isHarmless)?.plain ?? "";
}

/** A change never fills in the folder of a thing in place of the thing that found no place. */
function withoutPlaces(fit: Fit, { tokens, values }: Reading): Fit {
  const isTelling = (at: number) => !STOP_WORDS.has(tokens[at]?.stem ?? "");
  const places = fit.filled.filter(({ from, to }) => {
    const value = values.find((it) => it.kind === "path" && it.from === from && it.to === to);
    const isWithin = value?.detail === "folder" && WITHIN.has(wordBefore(tokens, from));
    return isWithin && fit.unplaced.some((at) => at < from && isTelling(at));
  });
  if (places.length === 0) return fit;
  const filled = fit.filled.filter((it) => !places.includes(it));
  const inputs = Object.fromEntries(filled.map(({ field, value }) => [field.name, value]));
  const dropped = places.flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, n) => from + n),
  );
  const unplaced = [...fit.unplaced, ...dropped].toSorted((a, b) => a - b);
  const missing = missingIn(fit.known.tool, inputs);
  return { ...fit, filled, inputs, missing, unplaced, isCovered: false };
}

/** A question about an effect, a statement or a refusal never becomes a card that changes something. */
function isBarred({ known, unplaced, filled }: Fit, { tokens, values }: Reading): boolean {
  if (!known.isEffectful) return false;
  const first = tokens.findIndex(({ isHarmless }) => !isHarmless);
  const words = unplaced.map((at) => tokens[at]?.plain ?? "");
  if (words.some((word) => NEGATIONS.has(word) || TELLS.has(word))) return true;
  const opening = tokens[first]?.plain ?? "";
  if (unplaced.includes(first) && (ASKS.has(opening) || SUBJECTS.has(opening))) return true;
  // "delete the pdfs in Downloads" is not about Downloads itself.
  const isRestriction = values.some(
    ({ kind, from, to }) =>
      ["filetype", "age", "size", "glob"].includes(kind) &&
      unplaced.some((at) => from <= at && at < to),
  );
  const isTarget = ({ from }: Filled) => TOWARDS.has(wordBefore(tokens, from));
  return isRestriction && filled.some((it) => it.field.kinds.has("path") && !isTarget(it));
}

/** The one call that an example covers and that only reads. */
export function sureFit(
  fits: readonly Fit[],
  reading: Reading,
  tools: readonly Tool[],
): Fit | undefined {
  const covered = fits.filter((it) => it.isCovered && !it.known.isEffectful);
  const [best, second] = covered;
  if (!best || best.filled.some(({ each }) => each)) return undefined;
  const others = tools.filter((tool) => tool !== best.known.tool);
  if (best.filled.some((it) => it.isFree && !isPlain(it, reading, others))) return undefined;
  // "which files contain x": those of the session, or of a folder that is not said?
  const isFreeText = best.filled.some(({ isFree }) => isFree);
  const rival = fits.find(
    (it) => it !== best && it.unplaced.length === 0 && it.score >= best.score - 1.5,
  );
  if (isFreeText && rival && !rival.known.isEffectful) return undefined;
  // Two tools that promise the same are the person's choice.
  return second?.score === best.score ? undefined : best;
}

const MOST_FREE = 6;
const JOINS = new Set(
  "in from to at on for of with by as into than about under and or then that".split(" "),
);

/** Words without marks around them are a value only where they can be nothing else. */
function isPlain(
  { from, to }: { readonly from: number; readonly to: number },
  { tokens, values }: Reading,
  others: readonly Tool[],
): boolean {
  const words = tokens.slice(from, to);
  if (words.length > MOST_FREE || words.some(({ plain }) => JOINS.has(plain) || plain === "…")) {
    return false;
  }
  const isOther = values.some((it) => it.from < to && from < it.to && it.kind !== "name");
  return (
    !isOther && !words.some((word) => others.some((tool) => knownTool(tool).words.has(word.stem)))
  );
}
