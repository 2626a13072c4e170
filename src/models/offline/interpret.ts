import { readCalculation } from "./arithmetic/read-calculation.ts";
import { assign } from "./assign.ts";
import type { Search } from "./candidate.ts";
import { isSafe, isSure, isTyped } from "./confidence.ts";
import type { Field } from "./field.ts";
import type { KnownTools } from "./known-tools.ts";
import { attemptOf, mayAsk, unsaid } from "./missing.ts";
import type { Reading } from "./reading.ts";
import { type SpeechAct, speechActOf } from "./speech-act.ts";
import { type Parse, weigh } from "./weigh.ts";

/** What a clause was understood as. */
export type Understanding =
  | { readonly kind: "call"; readonly parse: Parse }
  | { readonly kind: "ask"; readonly parse: Parse; readonly field: Field }
  | { readonly kind: "choose"; readonly parses: readonly Parse[] }
  | { readonly kind: "explain"; readonly parse: Parse }
  | { readonly kind: "none"; readonly act: SpeechAct };

export type Interpreting = Pick<Search, "hasBefore" | "matches" | "recalled"> & {
  readonly all: KnownTools;
};

const CHANGES = /\b(?:mark|add|remove|delete|clear|tick|check|cross|rename|move)\b/i;
const MARGIN = { reading: 0.04, effect: 0.4 };

export function interpret(reading: Reading, interpreting: Interpreting): Understanding {
  const calculation = readCalculation(reading, interpreting);
  if (calculation) return { kind: "call", parse: calculation };
  const [best, second] = parsesOf(reading, interpreting);
  const act = actOf(reading, best);
  if (!best || act === "refusal" || act === "statement") return { kind: "none", act };
  if (act === "explain" && !(isSure(best) && !best.known.effectful && best.likeness >= 0.75)) {
    return isNamed(best, reading) ? { kind: "explain", parse: best } : { kind: "none", act };
  }
  if (best.known.effectful && act !== "order") return { kind: "none", act };
  const asked = attemptOf(best, reading);
  const field = asked ?? best.missing[0] ?? unsaid(best);
  // A tool for the session's own files has no place for a path of the machine.
  const isOfMachine = reading.values.some(
    ({ kind, detail }) => kind === "path" && detail !== undefined,
  );
  if (field?.isOfSession && isOfMachine) return { kind: "none", act };
  if (field) {
    // "what's left?" and "mark the first one done" are about a list, and do not begin one.
    const isAbout = field.shape === "list" && (act === "question" || CHANGES.test(reading.text));
    return !isAbout && mayAsk(best, asked, reading)
      ? { kind: "ask", parse: best, field }
      : { kind: "none", act };
  }
  if (!(best.known.effectful ? isSafe(best, reading) : isSure(best))) return { kind: "none", act };
  const margin = best.known.effectful ? MARGIN.effect : MARGIN.reading;
  if (second && best.score - second.score < margin && isRival(second, act, reading)) {
    return { kind: "choose", parses: [best, second] };
  }
  return { kind: "call", parse: best };
}

/** The best way to read a text for each tool, best first. */
export function parsesOf(reading: Reading, interpreting: Interpreting): Parse[] {
  return interpreting.all.askable
    .flatMap((known) => {
      const search: Search = { known, reading, ...interpreting };
      const ways = assign(search).map((way) => weigh(way, search, interpreting.all));
      const [best] = ways.toSorted((a, b) => b.score - a.score);
      return best && !best.isBeside && (best.evidence > 0 || best.likeness > 0.4 || isTyped(best))
        ? [best]
        : [];
    })
    .toSorted((a, b) => b.score - a.score);
}

/** Another tool that might as well be meant. */
function isRival(parse: Parse, act: SpeechAct, reading: Reading): boolean {
  if (parse.known.effectful && act !== "order") return false;
  if (parse.missing.length > 0 || parse.evidence === 0) return false;
  return parse.known.effectful ? isSafe(parse, reading) : isSure(parse);
}

/** The tool's own name stands in the text. */
function isNamed({ known }: Parse, { text }: Reading): boolean {
  const name = known.tool.name.toLowerCase();
  return (
    text.toLowerCase().includes(name) || text.toLowerCase().includes(name.replaceAll("_", " "))
  );
}

/** What is said in quotation marks, or given as a text, neither forbids nor tells anything. */
function actOf(reading: Reading, best: Parse | undefined): SpeechAct {
  const quoted = reading.values.filter(({ kind }) => kind === "quoted");
  const texts = (best?.filled ?? []).filter(
    ({ field, fit, weak }) =>
      !weak && fit >= 0.6 && (field.shape === "text" || field.shape === "list"),
  );
  return speechActOf(masked(reading, [...quoted, ...texts]));
}

function masked(
  { text, words, values }: Reading,
  spans: readonly { readonly start: number; readonly end: number }[],
): string {
  const starts = [...words.slice(0, 1), ...values].map(({ start }) => start);
  const from = starts.reduce((least, start) => Math.min(least, start), text.length);
  let result = text;
  for (const { start, end } of spans) {
    result = result.slice(0, start) + " ".repeat(end - start) + result.slice(end);
  }
  return result.slice(from);
}
