import type { JsonObject } from "../../base/json.ts";
import { sayCall } from "../../base/say-call.ts";
import type { OfferOption } from "../../schema/offer.ts";
import type { PlanStep } from "../../schema/plan.ts";
import type { Tool } from "../../schema/tool.ts";
import type { ModelRequest } from "../model.ts";
import { editList, sayLeft } from "./edit-list.ts";
import type { Fit } from "./fit.ts";
import { fitsOf, sureFit } from "./fits.ts";
import { knownTool, missingIn } from "./known-tool.ts";
import { lastResult } from "./last-result.ts";
import { ranked } from "./rank.ts";
import { readCommand } from "./read-command.ts";
import { type Reading, readText } from "./reading.ts";
import { decline } from "./say-help.ts";
import { planOf, stepsOf, swallowsClause } from "./steps.ts";

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
    whole && !swallowsClause(whole, content) ? undefined : await planOf(content, tools, read);
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
