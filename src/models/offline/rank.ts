import { MOST_OPTIONS } from "../../schema/offer.ts";
import type { Tool } from "../../schema/tool.ts";
import type { ModelRequest } from "../model.ts";
import type { Fit } from "./fit.ts";
import { isWordOf } from "./fit.ts";
import { NEGATIONS, SUBJECTS } from "./fits.ts";
import { type KnownTool, knownTool } from "./known-tool.ts";
import { matchOf } from "./match-words.ts";
import type { Reading } from "./reading.ts";
import type { ValueKind } from "./recognise/value.ts";
import { STOP_WORDS } from "./stop-words.ts";
import type { Word } from "./words.ts";

/** The share of the telling words that a card explains. */
const LEAST_SHARE = 0.4;
/** … and of one whose tool has the word that the request begins with. */
const LEAST_SHARE_OPENED = 0.2;
const SEARCHED = 12;
/** A tool without a word of the request is likely only where the catalog's search finds it. */
const LEAST_FOUND = 0.2;
const SEARCH_WORTH = 1.5;
/** A card this much worse than the best is not shown beside it. */
const MARGIN = 2.5;

/** The best cards: how well the request fits the tool, and how well the catalog's search finds it. */
export function ranked(
  fits: readonly Fit[],
  reading: Reading,
  { findTools, tools }: Pick<ModelRequest, "findTools" | "tools">,
): Fit[] {
  const found = new Map(
    (findTools?.(reading.text, SEARCHED) ?? []).map(({ tool, score }) => [tool.toolId, score]),
  );
  const telling = reading.tokens.filter(
    ({ isHarmless, stem }) => !isHarmless && !STOP_WORDS.has(stem),
  );
  if (telling.length === 0) return [];
  const rows = fits.flatMap((it) => {
    const search = found.get(it.known.tool.toolId) ?? 0;
    const left = it.unplaced.filter((at) => !STOP_WORDS.has(reading.tokens[at]?.stem ?? ""));
    const share = 1 - left.length / telling.length;
    const isTold = it.known.isEffectful
      ? reading.tokens.some((token) => isVerbOf(token, it.known)) ||
        (it.telling > 0 && left.length === 0 && !it.filled.some(({ isFree }) => isFree))
      : it.telling > 0 ||
        left.length === 0 ||
        search >= LEAST_FOUND ||
        isNamedOnly(it, reading, tools);
    const least = opens(it, reading) ? LEAST_SHARE_OPENED : LEAST_SHARE;
    const isLikely = share >= least && isTold;
    return isLikely ? [{ it, rank: it.score + SEARCH_WORTH * search }] : [];
  });
  const sorted = rows.toSorted((a, b) => b.rank - a.rank);
  const best = sorted[0]?.rank ?? 0;
  return sorted
    .filter(({ rank }) => best - rank <= MARGIN)
    .slice(0, MOST_OPTIONS)
    .map(({ it }) => it)
    .filter((it) => tools.includes(it.known.tool));
}

/** "move the holiday pictures to …", "show me …": the words it begins with are of the tool. */
function opens({ known }: Fit, { tokens }: Reading): boolean {
  const first = tokens.findIndex(({ isHarmless, stem }) => !isHarmless && !STOP_WORDS.has(stem));
  return tokens.slice(0, first + 1).some(({ stem, plain }) => {
    return !STOP_WORDS.has(stem) && (known.words.has(stem) || known.words.has(plain));
  });
}

/** A word for what it does, and not for what it is about. */
function isVerbOf(token: Word, { verbs }: KnownTool): boolean {
  if (STOP_WORDS.has(token.stem)) return false;
  return [...verbs].some((verb) => matchOf(token, verb) !== undefined);
}

/** "cat /var/log/app.log": a file or an address, and no word that orders anything else here. */
function isNamedOnly(
  { filled, unplaced }: Fit,
  { tokens }: Reading,
  tools: readonly Tool[],
): boolean {
  const isNamed = filled.some(({ field }) =>
    ["path", "url", "email"].some((it) => field.kinds.has(it as ValueKind)),
  );
  const words = unplaced.flatMap((at) => tokens[at] ?? []);
  return (
    isNamed &&
    !words.some(({ plain }) => NEGATIONS.has(plain) || SUBJECTS.has(plain)) &&
    !words.some((word) => tools.some((tool) => isWordOf(word, knownTool(tool))))
  );
}
