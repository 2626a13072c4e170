import { readAnswer } from "./answer.ts";
import { completeCalls, type Filling, type Plan, type Spoken, spoken } from "./complete-calls.ts";
import { type Field, wordsOfName } from "./field.ts";
import type { Interpreting } from "./interpret.ts";
import { whyNot } from "./question.ts";
import type { Reading } from "./reading.ts";
import { isStop, smallTalk } from "./small-talk.ts";
import { speechActOf } from "./speech-act.ts";
import { stepsOf } from "./steps.ts";

const LONGEST_SLIP = 3;
/** Fields that take any words, also those of a request. */
const TAKES_WORDS = new Set(["text", "word", "list"]);

/**
 * What becomes of a question when this is said next: it is answered, dropped, asked once more, or
 * left for a new request (`undefined`).
 */
export function answerQuestion(
  question: Spoken,
  reading: Reading,
  interpreting: Interpreting,
): Plan | undefined {
  const { reply, open = [], parses } = question;
  const said = reading.text.trim();
  if (isStop(said) || said === "" || said === "{}") return spoken("All right, I do nothing.");
  if (parses) {
    const chosen = parses.filter(({ known }) => names(said, known.tool.name));
    return chosen.length === 1 ? completeCalls(chosen) : undefined;
  }
  const name = reply.questions?.[0]?.name;
  const at = open.findIndex((filling) => openField(filling, name));
  const filling = open[at];
  const field = filling && openField(filling, name);
  if (!field || smallTalk(said, []) !== undefined) return undefined;
  if (takesAnyWords(field, reading)) {
    const { words } = reading;
    if (words.length > 2 && interpreting.all.isVerb(words[0]?.stem ?? "")) return undefined;
    if (UNSURE.test(said)) return question.isRepeated ? undefined : askAgain(question, field);
  }
  const answered = withAnswer(filling, field, reading, interpreting);
  if (answered && !isRequest(field, reading, interpreting)) {
    return completeCalls(open.with(at, answered));
  }
  return isSlip(reading, interpreting) && !question.isRepeated
    ? askAgain(question, field)
    : undefined;
}

function openField({ known, filled }: Filling, name: string | undefined): Field | undefined {
  return known.fields.find(
    (field) => field.name === name && !filled.some((candidate) => candidate.field === field),
  );
}

function withAnswer(
  { known, filled }: Filling,
  asked: Field,
  reading: Reading,
  interpreting: Interpreting,
): Filling | undefined {
  const search = { known, reading, ...interpreting };
  const answer = readAnswer(asked, search);
  if (!answer) return undefined;
  // One answer may bring more: "50 USD" is an amount and a currency.
  const others = known.fields.filter(
    (field) =>
      field !== asked &&
      field.required &&
      (field.shape === "choice" || field.strict) &&
      !filled.some((candidate) => candidate.field === field),
  );
  const more = others.flatMap((field) => readAnswer(field, search) ?? []);
  return { known, filled: [...filled, answer, ...more] };
}

/** Asked for a text, "what time is it?" changes the subject; in quotation marks it is the text. */
function isRequest({ name, shape }: Field, reading: Reading, interpreting: Interpreting): boolean {
  const { text } = reading;
  if (text.startsWith(`${name}: `) || /^\s*["“'{]/.test(text)) return false;
  const steps = stepsOf(reading, interpreting);
  if (!("kind" in steps) || steps.kind === "explain" || steps.kind === "choose") return true;
  return TAKES_WORDS.has(shape) && /\?\s*$/.test(text) && speechActOf(text) === "question";
}

/** Words of somebody who thinks, wonders or agrees: none of them is what was asked for. */
const UNSURE =
  /^(?:(?:h+m+|u+m+|u+h+|e+h+|huh|what|which|who|whom|why|when|where|how|maybe|perhaps|possibly|probably|dunno|whatever|anything|something|someone|somebody|yes|yeah|yep|no|nope|ok|okay|sure|fine|well|so|wait|it depends|no idea|i guess|you choose|you decide|let me think|(?:i am |i['’]m )?not sure|(?:i )?(?:don['’]?t|do not) know)[\s,.!?…]*)+$/i;

/** Then an order or a hesitation would be taken for the value, unless it stands in quotation marks. */
function takesAnyWords({ name, shape }: Field, { text }: Reading): boolean {
  return TAKES_WORDS.has(shape) && !text.startsWith(`${name}: `) && !/^\s*["“'{]/.test(text);
}

/** A few words that are no request: the answer was meant, and did not fit. */
function isSlip(reading: Reading, interpreting: Interpreting): boolean {
  const { words, text } = reading;
  const isFew = words.length > 0 && words.length <= LONGEST_SLIP && !text.includes("?");
  const isOrder = words.some(({ stem }) => interpreting.all.isVerb(stem));
  return isFew && !isOrder && "kind" in stepsOf(reading, interpreting);
}

function askAgain(question: Spoken, field: Field): Spoken {
  const { reply } = question;
  return {
    ...question,
    reply: { ...reply, text: `${whyNot(field)} ${reply.text}` },
    isRepeated: true,
  };
}

function names(said: string, tool: string): boolean {
  const text = said.toLowerCase();
  return text.includes(tool.toLowerCase()) || text.includes(wordsOfName(tool).toLowerCase());
}
