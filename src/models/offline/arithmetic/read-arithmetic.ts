import { type Joined, joinTerms } from "./join-terms.ts";
import { type Term, THAT, termsOf } from "./terms.ts";

export type Arithmetic = {
  /** As the calculator takes it; `that` stands in it for the result before. */
  readonly expression: string;
  readonly refersBack: boolean;
};

const LONGEST = 500;
const OPENING =
  /^(?:(?:hey|hi|hello|ok|okay|so|now|and|then|also|well|please|pls|thanks|great)(?=[\s,!.:])[\s,!.:]*|(?:can|could|would|will) (?:you|u) |(?:please |just |quickly )|(?:tell|give|show) me |i (?:need|want)(?: to know)? |(?:what is|what['’]?s|what are|what do i get (?:if|when) i|how much (?:is|are)|calculate|compute|work out|figure out|solve|evaluate)(?![a-z]):? ?)/;
const CLOSING = /(?:[\s?!.=]|,? (?:please|pls|thanks|for me|equals?|right now))$/;
const DATE = /\d{4}-\d\d?-\d\d?|\d\d?\/\d\d?\/\d{2,4}/;

const FORMS: readonly (readonly [opening: RegExp, join: (parts: Parts) => string | undefined])[] = [
  [/^(?:add(?: up| together)?|sum(?: up)?(?: of)?|(?:the )?(?:sum|total) of) /, sumOf],
  [/^(?:multiply|(?:the )?product of) /, (parts) => row(parts, " * ", "by")],
  [/^divide /, (parts) => pair(parts, "by", quotient)],
  [
    /^(?:split|share|divide) (?=.* (?:between|among|amongst|by) )/,
    (parts) => pair(parts, "by", quotient),
  ],
  [/^(?:subtract|take|deduct) /, (parts) => pair(parts, "from", (a, b) => `${b} - ${a}`)],
  [/^(?:the )?(?:average|mean) of /, (parts) => average(parts)],
  [/^(?:the )?difference between /, (parts) => pair(parts, "and", difference)],
];

type Parts = { readonly values: readonly Joined[]; readonly links: readonly string[] };

/** A text that is a calculation and nothing else; undefined otherwise, and where it is unclear. */
export function readArithmetic(text: string): Arithmetic | undefined {
  if (text.length > LONGEST || DATE.test(text)) return undefined;
  const said = inFull(withoutManners(text.toLowerCase().replaceAll(/\s+/g, " ").trim()));
  const form = FORMS.find(([opening]) => opening.test(said));
  const expression = form ? inForm(said.replace(form[0], ""), form[1]) : inSigns(said);
  if (expression === undefined) return undefined;
  return { expression, refersBack: expression.includes(THAT) };
}

/** "times 3", "take away 2": to what was worked out before; people are no part of a quotient. */
function inFull(text: string): string {
  return text
    .replace(/^(?:take away|subtract|deduct|take off)(?= [\d.]+$)/, `${THAT} minus`)
    .replace(/^(?:add|add on)(?= [\d.]+$)/, `${THAT} plus`)
    .replace(/^(?=(?:times|plus|minus|divided by|multiplied by|squared|cubed)\b)/, `${THAT} `)
    .replace(/^(multiply|divide)(?= by [\d.]+$)/, `$1 ${THAT}`)
    .replace(
      /^((?:split|share|divide) .*\b(?:between|among|amongst|by) [\d.]+|.* (?:between|among|amongst) (?:two|three|four|five|six|seven|eight|nine|ten)) (?:people|persons|friends|kids|children|of us|ways|guests|days|weeks|months)$/,
      "$1",
    );
}

function withoutManners(text: string): string {
  let [before, left] = ["", text];
  while (before !== left) {
    before = left;
    left = left.replace(OPENING, "").trimStart();
  }
  for (before = ""; before !== left; ) {
    before = left;
    left = left.replace(CLOSING, "");
  }
  return left;
}

function inSigns(said: string): string | undefined {
  const joined = joinTerms(termsOf(said) ?? []);
  return joined && joined.signs > 0 ? joined.text : undefined;
}

function inForm(said: string, join: (parts: Parts) => string | undefined): string | undefined {
  const groups: Term[][] = [[]];
  const links: string[] = [];
  for (const term of termsOf(said) ?? []) {
    const last = groups.at(-1) ?? [];
    if (term.kind !== "link") last.push(term);
    else if (last.length > 0) {
      groups.push([]);
      links.push(term.text);
    } else if (term.text !== "and") return undefined;
  }
  const values = groups.map(joinTerms);
  if (values.length < 2 || !values.every((it) => it !== undefined)) return undefined;
  // "the sum of 3 and 4 times 2": of which two?
  return values.at(-1)?.isCompound ? undefined : join({ values, links });
}

function sumOf(parts: Parts): string | undefined {
  return row(parts, " + ") ?? pair(parts, "to", (a, b) => `${b} + ${a}`);
}

function row({ values, links }: Parts, sign: string, link = "and"): string | undefined {
  const isRow = links.every((it) => it === "and") || (links.length === 1 && links[0] === link);
  return isRow ? values.map(inBrackets).join(sign) : undefined;
}

function average(parts: Parts): string | undefined {
  const sum = row(parts, " + ");
  return sum && `(${sum}) / ${parts.values.length}`;
}

function pair(
  { values, links }: Parts,
  link: string,
  join: (a: string, b: string) => string,
): string | undefined {
  const [a, b] = values;
  return a && b && links.length === 1 && links[0] === link
    ? join(inBrackets(a), inBrackets(b))
    : undefined;
}

function quotient(a: string, b: string): string {
  return `${a} / ${b}`;
}

function difference(a: string, b: string): string {
  return Number(a) < Number(b) ? `${b} - ${a}` : `${a} - ${b}`;
}

function inBrackets({ text, isCompound }: Joined): string {
  return isCompound || text.startsWith("-") ? `(${text})` : text;
}
