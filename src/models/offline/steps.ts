import { cuts } from "./clauses.ts";
import { type Interpreting, interpret, type Understanding } from "./interpret.ts";
import type { Reading } from "./reading.ts";
import { recallStep } from "./recall.ts";
import { repeatCall } from "./repeat-call.ts";
import type { Parse } from "./weigh.ts";

export type Step = Extract<Understanding, { kind: "call" | "ask" }>;

const MOST_STEPS = 4;

/** A text as one or several steps; what is not understood as a whole may be so in parts. */
export function stepsOf(
  reading: Reading,
  interpreting: Interpreting,
): Understanding | readonly Step[] {
  const whole = interpret(reading, interpreting);
  if (whole.kind === "call" && isComplete(whole.parse)) {
    // "… saying hi and then close it": swallowed by a text, or a step of its own.
    const apart = swallowsStep(whole.parse) && split(reading, interpreting, MOST_STEPS, ["call"]);
    return apart || [whole];
  }
  if (whole.kind === "explain") return whole;
  if (whole.kind === "none" && whole.act !== "order" && whole.act !== "question") return whole;
  const mayEffect = whole.kind !== "none" || whole.act === "order";
  const parts =
    split(reading, interpreting, MOST_STEPS, ["call"]) ??
    split(reading, interpreting, MOST_STEPS, ["call", "ask"]);
  const isAllowed = mayEffect || parts?.every(({ parse }) => !parse.known.effectful);
  if (parts && isAllowed) return parts;
  return whole.kind === "call" || whole.kind === "ask" ? [whole] : whole;
}

function split(
  reading: Reading,
  interpreting: Interpreting,
  most: number,
  kinds: readonly string[],
): Step[] | undefined {
  const isStep = (it: Understanding): it is Step => kinds.includes(it.kind);
  if (most < 2) return undefined;
  for (const [left, right] of cuts(reading)) {
    const first = interpret(left, interpreting);
    if (!isStep(first)) continue;
    const same = sameForAll(first, right, interpreting, most - 1);
    if (same) return [first, ...same];
    const recalled = recallStep(interpreting.recalled, first.parse);
    const later = { ...interpreting, hasBefore: true, recalled };
    const whole = linked(interpret(right, later));
    if (isStep(whole) && isComplete(whole.parse)) return [first, whole];
    const rest = split(right, later, most - 1, kinds);
    if (rest) return [first, ...rest];
    if (isStep(whole)) return [first, whole];
  }
  return undefined;
}

function swallowsStep({ filled }: Parse): boolean {
  return filled.some(
    ({ field, value }) =>
      field.shape === "text" && typeof value === "string" && /\bthen\s/i.test(value),
  );
}

/** What follows an order without a verb of its own: the same for each value. */
function sameForAll(
  { kind, parse }: Step,
  reading: Reading,
  interpreting: Interpreting,
  most: number,
): Step[] | undefined {
  if (kind !== "call") return undefined;
  const same = repeatCall(parse, reading, interpreting);
  if (same) return [{ kind, parse: { ...same, unexplained: [], unused: [] } }];
  if (most < 2) return undefined;
  for (const [left, right] of cuts(reading)) {
    const next = sameForAll({ kind, parse }, left, interpreting, 1);
    const rest = next && sameForAll({ kind, parse }, right, interpreting, most - 1);
    if (rest) return [...next, ...rest];
  }
  return undefined;
}

/** "… and save as page.md": the one text that is missing is what the step before brought. */
function linked(it: Understanding): Understanding {
  if (it.kind !== "ask" || it.parse.missing.length !== 1) return it;
  if (it.field.shape !== "text" && it.field.shape !== "number") return it;
  if (it.parse.filled.length === 0) return it;
  const { field, parse } = it;
  const before = { field, value: "it", start: 0, end: 0, fit: 0, before: true };
  return { kind: "call", parse: { ...parse, filled: [...parse.filled, before], missing: [] } };
}

function isComplete({ unexplained, unused }: Parse): boolean {
  return unexplained.length === 0 && unused.length === 0;
}
