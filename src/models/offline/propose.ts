import type { JsonObject } from "../../base/json.ts";
import { sayCall } from "../../base/say-call.ts";
import type { OfferOption } from "../../schema/offer.ts";
import { MOST_OPTIONS } from "../../schema/offer.ts";
import type { PlanStep } from "../../schema/plan.ts";
import type { Tool } from "../../schema/tool.ts";
import type { ModelRequest } from "../model.ts";
import { cutText } from "./clauses.ts";
import { editList, sayLeft } from "./edit-list.ts";
import { type Fit, fitTool, isWordOf } from "./fit.ts";
import { type KnownTool, knownTool, missingIn } from "./known-tool.ts";
import { type LastResult, lastResult } from "./last-result.ts";
import { matchOf } from "./match-words.ts";
import { pointerTo } from "./outputs.ts";
import { readCommand } from "./read-command.ts";
import { type Reading, readText } from "./reading.ts";
import type { ValueKind } from "./recognise/value.ts";
import { decline } from "./say-help.ts";
import { STOP_WORDS } from "./stop-words.ts";
import type { Word } from "./words.ts";

export type Heard = Pick<
  ModelRequest,
  "messages" | "tools" | "otherTools" | "findTools" | "folders" | "machinePaths"
>;

/** The answer to a request that chooses no card. */
export type Proposal =
  /** Calls that only read. */
  | { readonly kind: "run"; readonly steps: readonly PlanStep[] }
  | { readonly kind: "offer"; readonly text: string; readonly options: readonly OfferOption[] }
  | { readonly kind: "decline"; readonly text: string };

const LONGEST_TEXT = 10_000;
const MOST_QUOTES = 1_000;
const QUOTES = /["'`“”‘’«»]/g;
const MOST_CALLS = 20;
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
/** A request with one of these says more than a call can: "don't", "how would I". */
const NEGATIONS = new Set(
  "not no never dont without except excluding unless if instead but cannot cant wont".split(" "),
);
const ASKS = new Set(
  "how what whats why when where which who whose should shall did do does is are was were has have had may might must would".split(
    " ",
  ),
);
/** It tells how something is: "the file was removed by Anna". */
const TELLS = new Set("is are was were has have had did does".split(" "));
const SUBJECTS = new Set("i we he she they you someone somebody everyone ive im".split(" "));
const CHOOSE_ONE = "This is what I can do for you:";
const CHOOSE = "Which of these do you mean?";

/**
 * The answer to the newest message: a call that only reads and that an example covers, likely tools
 * as cards, or neither. It follows from the request, the tools and the last result alone.
 */
export async function propose(heard: Heard): Promise<Proposal> {
  const { messages, tools, folders, machinePaths } = heard;
  const asked = messages.at(-1);
  if (!asked) return { kind: "decline", text: decline(heard) };
  const { content } = asked;
  const command = readCommand(content, tools);
  if (command) return "problem" in command ? declined(command.problem) : written(command);
  if (content.length > LONGEST_TEXT || (content.match(QUOTES)?.length ?? 0) > MOST_QUOTES) {
    return declined(
      "This message is too long for the offline model: it reads up to 10,000 characters and 1,000 quotation marks. Save a long text as a file first.",
    );
  }
  const last = lastResult(messages.slice(0, -1), tools);
  const left = sayLeft(content, last);
  if (left !== undefined) return declined(left);
  const now = new Date(asked.createdAt);
  const places = { ...(folders && { folders }), ...(machinePaths && { machinePaths }) };
  const read = (text: string, before = last) => readText(text, now, before, places);
  const reading = await read(content);
  const edited = editList(reading, last);
  if (edited) return offer([card([edited])]);
  const fits = fitsOf(reading, tools);
  const sure = sureFit(fits, reading, tools);
  if (sure) return { kind: "run", steps: stepsOf(sure) };
  const whole = fits.find((it) => it.isCovered);
  const plan =
    whole && !swallowsClause(whole, content) ? undefined : await planOf(content, heard, read);
  if (plan)
    return plan.some((it) => isEffectful(it, tools))
      ? offer([card(plan)])
      : { kind: "run", steps: plan };
  const options = ranked(fits, reading, heard).map((it) =>
    card(stepsOf(it), wordsOf(it, reading), it.missing),
  );
  return options.length > 0 ? offer(options) : declined(decline(heard, reading));
}

function declined(text: string): Proposal {
  return { kind: "decline", text };
}

function offer(cards: readonly Omit<OfferOption, "value">[]): Proposal {
  // Tools of one name, of different capabilities, are told apart.
  const options = cards.map((it) => {
    const isAlone = cards.filter(({ label }) => titleOf(label) === titleOf(it.label)).length === 1;
    const [, source = ""] = it.steps[0]?.toolId.split(":") ?? [];
    return isAlone ? it : { ...it, label: `${it.label} (${source})` };
  });
  return {
    kind: "offer",
    text: options.length === 1 ? CHOOSE_ONE : CHOOSE,
    options: options.map((option, at) => ({ value: String(at + 1), ...option })),
  };
}

function titleOf(label: string): string {
  return label.split(":")[0] ?? label;
}

function card(
  steps: readonly PlanStep[],
  unplaced: readonly string[] = [],
  missing: OfferOption["missing"] = [],
) {
  const label = steps.map(({ says }) => says).join("; ");
  return {
    label: label.slice(0, 2_000),
    steps: [...steps],
    missing,
    unplaced: [...unplaced],
  };
}

/** A call that the person wrote as such: `write_file {"path": "/a.txt"}`. */
function written({ tool, input }: { readonly tool: Tool; readonly input: JsonObject }): Proposal {
  const says = sayCall(tool.name, input);
  const steps = [{ id: "s1", toolId: tool.toolId, inputs: input, says }];
  return knownTool(tool).isEffectful
    ? offer([card(steps, [], missingIn(tool, input))])
    : { kind: "run", steps };
}

function isEffectful({ toolId }: PlanStep, tools: readonly Tool[]): boolean {
  const tool = tools.find((it) => it.toolId === toolId);
  return !tool || knownTool(tool).isEffectful;
}

function fitsOf(reading: Reading, tools: readonly Tool[]): Fit[] {
  return tools
    .flatMap((tool) => fitTool(reading, tool) ?? [])
    .map((it) => (it.known.isEffectful ? withoutPlaces(it, reading) : it))
    .filter((it) => !isBarred(it, reading))
    .toSorted((a, b) => b.score - a.score);
}

/** "the boarding pass from Downloads": what is in a folder, and not the folder. */
const WITHIN = new Set("from in inside within under of on".split(" "));

/** A change never fills in the folder of a thing in place of the thing that found no place. */
function withoutPlaces(fit: Fit, { tokens, values }: Reading): Fit {
  const isTelling = (at: number) => !STOP_WORDS.has(tokens[at]?.stem ?? "");
  const places = fit.filled.filter(({ from, to }) => {
    const value = values.find((it) => it.kind === "path" && it.from === from && it.to === to);
    const before = tokens.slice(0, from).findLast(({ isHarmless }) => !isHarmless);
    const isWithin = value?.detail === "folder" && WITHIN.has(before?.plain ?? "");
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
  return isRestriction && filled.some(({ field }) => field.kinds.has("path"));
}

/** The one call that an example covers and that only reads. */
function sureFit(fits: readonly Fit[], reading: Reading, tools: readonly Tool[]): Fit | undefined {
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
  const isTie = second && second.score === best.score && !isSameCall(best, second);
  return isTie ? undefined : best;
}

function isSameCall(a: Fit, b: Fit): boolean {
  return a.known.tool.name === b.known.tool.name && a.filled.length === b.filled.length;
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

/** The best cards: how well the request fits the tool, and how well the catalog's search finds it. */
function ranked(fits: readonly Fit[], reading: Reading, { findTools, tools }: Heard): Fit[] {
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
      ? reading.tokens.some((token) => isVerbOf(token, it.known))
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
  return tokens.slice(0, first + 1).some((token) => isWordOf(token, known));
}

/** A word of its name, or one that an example begins with: what it does, and not what it is about. */
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

/** One call, or one for each of several files. */
function stepsOf({ known: { tool }, filled, inputs }: Fit): PlanStep[] {
  const several = filled.find(({ each }) => each);
  const all = several?.each?.map((value) => ({ ...inputs, [several.field.name]: value })) ?? [
    inputs,
  ];
  return all.slice(0, MOST_CALLS).map((each, at) => ({
    ...{ id: `s${at + 1}`, toolId: tool.toolId, inputs: each, says: sayCall(tool.name, each) },
  }));
}

/** The words that are in no field and in no example, as they were written. */
function wordsOf({ unplaced }: Fit, { tokens, text }: Reading): string[] {
  const spans: { start: number; end: number; last: number }[] = [];
  for (const at of unplaced) {
    const token = tokens[at];
    const before = spans.at(-1);
    if (token && before?.last === at - 1) Object.assign(before, { end: token.end, last: at });
    else if (token) spans.push({ start: token.start, end: token.end, last: at });
  }
  return spans.slice(0, 200).map(({ start, end }) => text.slice(start, Math.min(end, start + 500)));
}

/** "… saying hi and then close it": a text may have swallowed a step of its own. */
function swallowsClause({ filled }: Fit, text: string): boolean {
  return /\bthen\s/i.test(text) && filled.some(({ isFree }) => isFree);
}

type Read = (text: string, before?: LastResult) => Promise<Reading>;

/** Several calls, where every part of the request is covered by an example of its tool. */
async function planOf(text: string, { tools }: Heard, read: Read): Promise<PlanStep[] | undefined> {
  const parts = cutText(text);
  if (parts.length < 2) return undefined;
  for (const cut of parts.length === 2
    ? [parts]
    : [parts, [parts[0] ?? "", parts.slice(1).join(" ")]]) {
    const steps = await stepsOfParts(cut, tools, read);
    if (steps) return steps;
  }
  return undefined;
}

async function stepsOfParts(
  parts: readonly string[],
  tools: readonly Tool[],
  read: Read,
): Promise<PlanStep[] | undefined> {
  const steps: PlanStep[] = [];
  let before: LastResult | undefined;
  for (const part of parts) {
    const reading = await (before ? read(part, before) : read(part));
    if (reading.tokens.every(({ isHarmless }) => isHarmless)) continue;
    const [best] = fitsOf(reading, tools).filter((it) => it.isCovered);
    if (!best || best.filled.some(({ each }) => each)) return undefined;
    const inputs = withReferences(best.inputs, steps.at(-1));
    const { tool } = best.known;
    steps.push({
      id: `s${steps.length + 1}`,
      toolId: tool.toolId,
      inputs,
      says: sayCall(tool.name, inputs),
    });
    before = expected(tool, inputs, steps.length);
  }
  return steps.length > 1 ? steps : undefined;
}

/** Marks, inside of a plan, what a step will bring: it is replaced by a reference to that step. */
const COMING = "\u0000coming:";

/** What a step will leave behind, as the conversation will have it. */
function expected(tool: Tool, inputs: JsonObject, step: number): LastResult {
  const path = [inputs.to, inputs.destination, inputs.path].find((it) => typeof it === "string");
  const text = pointerTo(tool, "string") ?? pointerTo(tool, "number");
  return {
    tool,
    files: typeof path === "string" ? [{ path, isOfMachine: tool.sourceType === "agent" }] : [],
    isCut: false,
    ...(text !== undefined && { text: `${COMING}s${step}${text}` }),
    ...(typeof inputs.expression === "string" && { expression: inputs.expression }),
  };
}

function withReferences(inputs: JsonObject, before: PlanStep | undefined): JsonObject {
  if (!before) return inputs;
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => {
      if (typeof value !== "string" || !value.startsWith(COMING)) return [name, value];
      const [, step = "", path = ""] = /^(s\d+)(\/.*)$/.exec(value.slice(COMING.length)) ?? [];
      return [name, { $from: step, path }];
    }),
  );
}
