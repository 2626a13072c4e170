import { readAnswer } from "./answer.ts";
import type { Judging } from "./judge.ts";
import type { Reading } from "./reading.ts";
import { type Filling, type Plan, type Spoken, settle, spoken } from "./settle.ts";
import { isStop } from "./small-talk.ts";
import { stepsOf } from "./steps.ts";

/** What becomes of a question when this is the answer; `undefined` when it is a new order. */
export function continuePlan(
  question: Spoken,
  reading: Reading,
  judging: Judging,
): Plan | undefined {
  const { reply, open, parses } = question;
  if (isStop(reading.text)) return spoken("All right, I do nothing.");
  if (parses) {
    const chosen = parses.filter(({ known }) => reading.text.includes(known.tool.name));
    return chosen.length === 1 ? settle(chosen) : undefined;
  }
  const name = reply.questions?.[0]?.name;
  if (!open || name === undefined) return undefined;
  const steps = stepsOf(reading, judging);
  const isOrder = !("kind" in steps) && steps.every(({ kind }) => kind === "call");
  const isHarmless = isOrder && steps.every(({ parse }) => !parse.known.effectful);
  const filled = open.map((filling) => withAnswer(filling, name, reading, judging));
  const isAnswered = filled.some((filling, at) => filling !== open[at]);
  // Asked for a text, "what time is it?" changes the subject; "delete it" may be the text.
  if (isAnswered && !isHarmless) return settle(filled);
  return isOrder ? undefined : question;
}

function withAnswer(filling: Filling, name: string, reading: Reading, judging: Judging): Filling {
  const { known, filled } = filling;
  const search = { known, reading, ...judging };
  const open = known.fields.filter((field) => !filled.some((it) => it.field === field));
  const asked = open.find((field) => field.name === name);
  const answer = asked && readAnswer(asked, search);
  if (!answer) return filling;
  // One answer may bring more: "50 USD" is an amount and a currency.
  const others = open.filter(
    ({ required, shape, strict }) => required && (shape === "choice" || strict),
  );
  const more = others.flatMap((field) =>
    field === asked ? [] : (readAnswer(field, search) ?? []),
  );
  return { known, filled: [...filled, answer, ...more] };
}
