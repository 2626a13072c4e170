import { gerundOf } from "../gerund.ts";
import { speechActOf } from "../speech-act.ts";
import {
  ASKS_FOR,
  CHANGE,
  CHANGED,
  CLOSING,
  OPENING,
  ORDERS,
  REASONS,
  SUPERLATIVES,
  type Verb,
  WISHES,
} from "./lexicon.ts";

const MOST_FRAMES = 5;

/** A sentence without what is said around a wish; undefined when nothing is wished or asked. */
export function plainWish(sentence: string): { text: string; isOrder: boolean } | undefined {
  let text = sentence.trim();
  for (const reason of REASONS) text = text.replace(reason, "");
  text = text.replace(CLOSING, "").replace(/[\s.!?,;:]+$/, "");
  const act = speechActOf(text);
  if (act === "refusal" || act === "explain") return undefined;
  let isWish = false;
  for (let frame = 0; frame < MOST_FRAMES; frame++) {
    const opened = text.replace(OPENING, "");
    const wished = opened.replace(ASKS_FOR, "").replace(WISHES, "");
    if (wished !== opened) isWish = true;
    if (wished === text) break;
    text = wished;
  }
  return { text: text.trim(), isOrder: isWish || act === "order" };
}

type Pattern = readonly [verb: Verb | "show", pattern: RegExp];
export type Said = { verb: Verb | "show"; rest: string; more: string };

const WHAT_IS = "what(?:['’]?s|\\s+is|\\s+are)?";
const SPACE = "(?:disk\\s+|hard\\s+drive\\s+)?(?:space|room|storage|disk|memory)";
const TAKES =
  "(?:take|takes|taking|use|uses|using|eat|eats|eating|hog|hogs|hogging|fill|fills|filling|need|needs|occupy|occupies|occupying|waste|wastes|wasting|consume|consumes|consuming|clog|clogs|clogging)(?:\\s+up)?";
const HAVE =
  "(?:do\\s+(?:i|we)\\s+(?:still\\s+)?have|have\\s+(?:i|we)(?:\\s+got)?|are\\s+there|is\\s+there|can\\s+you\\s+see|exist)";

/** How people ask; what is behind the beginning is what they mean. The first that fits counts. */
const QUESTIONS: readonly Pattern[] = [
  [
    "usage",
    said(`how\\s+much\\s+(?:of\\s+the\\s+)?${SPACE}\\s+(?:do(?:es)?|is|are)\\s+(.+?)\\s+${TAKES}`),
  ],
  [
    "usage",
    said(
      `(?:${WHAT_IS}|which\\s+(?:files?|folders?|things?)(?:\\s+(?:is|are))?)\\s+${TAKES}\\s+(?:(?:the\\s+most|most(?:\\s+of)?|so\\s+much|all|up)\\s+)?(?:of\\s+)?(?:the\\s+|my\\s+)?${SPACE}(?:\\s+((?:in|on|inside)\\s+.+))?`,
    ),
  ],
  [
    "size",
    said(
      `(?:how\\s+(?:big|large|heavy|long)\\s+(?:is|are)|${WHAT_IS}\\s+the\\s+(?:total\\s+|file\\s+|combined\\s+)*size\\s+of)\\s+(.+?)(?:\\s+(?:together|in\\s+total|all\\s+together|altogether|combined))?`,
    ),
  ],
  [
    "size",
    said(
      `how\\s+(?:many\\s+(?:(?:mega|kilo|giga|tera)?bytes|gigs|megs|gb|mb|kb)|much)\\s+(?:is|are|has|have|do|does)\\s+(.+?)(?:\\s+(?:have|weigh|together|in total|${TAKES}))*`,
    ),
  ],
  ["size", said("how\\s+(?:big|large)\\s+(.+?)\\s+(?:is|are)")],
  ["count", said(`(?:how\\s+many|${WHAT_IS}\\s+the\\s+(?:number|count)\\s+of)\\s+(.+)`)],
  [
    "when",
    said(
      `when\\s+(?:did|have|had)\\s+(?:i|we)\\s+(?:last\\s+)?(?:${CHANGE}|${CHANGED})\\s+(.+?)(?:\\s+(?:last|the\\s+last\\s+time))?`,
    ),
  ],
  ["when", said(`when\\s+(?:was|were|is)\\s+(.+?)\\s+(?:last\\s+)?(?:${CHANGED})(?:\\s+last)?`)],
  ["when", said(`when\\s+(.+?)\\s+(?:was|were)\\s+(?:last\\s+)?(?:${CHANGED})`)],
  ["when", said("how\\s+old\\s+(?:is|are)\\s+(.+)")],
  ["when", said(`(?:${WHAT_IS}\\s+)?the\\s+(?:date|age|modification\\s+date)\\s+of\\s+(.+)`)],
  [
    "mention",
    said(
      "where\\s+(?:do|did|have)\\s+i\\s+(?:(?:mention|mentioned|write|wrote|written|talk|talked)\\s+(?:about\\s+)?(?:the\\s+word\\s+)?(?<words>.+))",
    ),
  ],
  [
    "find",
    said(
      "where\\s+(?!(?:is|are|did|do|have|can)\\b)(.+?)\\s+(?:is|are|went|has\\s+gone|have\\s+gone|could\\s+be)",
    ),
  ],
  ["find", said("do(?:es)?\\s+(.+?)\\s+(?:still\\s+)?exist")],
  [
    "mention",
    said(
      "does\\s+(.+?)\\s+(?:mention|contain|say|include)\\s+((?:the\\s+(?:words?|text|phrase)\\s+)?.+)",
    ),
  ],
  ["rename", said("change\\s+(\\S+\\.\\w{1,6}\\s+(?:in)?to\\s+\\S+\\.\\w{1,6})")],
  [
    "duplicates",
    said(
      "(?:(?:find|show|list|search(?:\\s+for)?|look\\s+for|check\\s+for|are\\s+there|is\\s+there|do\\s+i\\s+have|have\\s+i\\s+got|which(?:\\s+of)?|what|any|see\\s+if\\s+there\\s+are|check\\s+(?:if|whether)\\s+there\\s+are|check)\\s+(?:me\\s+)?|(?=(?:my\\s+|the\\s+)?duplicate(?:s\\b|\\s+(?:files|photos|pictures|documents))))(.*\\b(?:duplicates?|duplicated|doubles|twice|identical|more\\s+than\\s+once|the\\s+same\\s+(?:files?|photos?|pictures?))\\b.*)",
    ),
  ],
  [
    "mention",
    said(
      "(?:(?:which|what|find|show|list|search|where\\s+is|where['’]?s|locate|open)\\s+(?:me\\s+)?(?:for\\s+)?)(.+?)\\s+(?:(?:that|which|where)\\s+)?(?:mentions?|contains?|says?|talks?\\s+about|ha(?:s|ve)\\s+the\\s+(?:words?|text|phrase)|with\\s+the\\s+(?:words?|text|phrase)(?!.*\\bin\\s+(?:the|its|their)\\s+names?)|containing|mentioning|includes?\\s+the\\s+(?:words?|text|phrase))\\s+(.+)",
    ),
  ],
  [
    "mention",
    said(
      "(?:in\\s+)?(?:which|what)\\s+(files?|documents?|notes?)\\s+(?:did|do|have)\\s+i\\s+(?:write|written|mention|wrote)\\s+(?:about\\s+)?(.+)",
    ),
  ],
  [
    "mention",
    said(
      "(?:search|look|scan|check|go)\\s+(?:in|inside|through|within)?\\s*(.+?)\\s+for\\s+the\\s+(?:words?|text|phrase|string|name)\\s+(.+)",
    ),
  ],
  [
    "find",
    said(
      "(?:search|look|scan|check|go)\\s+(?:(?:in|inside|through|within)\\s+)?(?<place>(?:my|the|all)\\s+.+?)\\s+for\\s+(?<what>.+)",
    ),
  ],
  ["read", said("what\\s+(?:does|do|did)\\s+(.+?)\\s+(?:say|contain|read|have\\s+in\\s+it)")],
  ["read", said(`${WHAT_IS}\\s+(?:written\\s+)?(?:in|inside)\\s+(?:of\\s+)?(.+)`)],
  ["read", said(`${WHAT_IS}\\s+the\\s+(?:contents?|text)\\s+of\\s+(.+)`)],
  [
    "find",
    said(
      "where(?:['’]?s|\\s+(?:is|are|(?:did|do|have|had)\\s+i\\s+(?:put|save|saved|store|stored|leave|left|keep|kept|have)|can\\s+i\\s+find|has|have|would))?\\s+(.+?)(?:\\s+(?:gone|go|got\\s+to|be))?",
    ),
  ],
  [
    "find",
    said(
      "(?:do\\s+i\\s+(?:still\\s+)?have|have\\s+i\\s+(?:still\\s+)?got|is\\s+there|are\\s+there|got|did\\s+i\\s+(?:save|keep))\\s+(?:any\\s+|a\\s+|an\\s+)?(.+)",
    ),
  ],
  ["list", said(`(?:what|which)\\s+(?:are\\s+)?(.+?)\\s+${HAVE}(\\s+.*)?`)],
  [
    "list",
    said(
      `(?:what|which)\\s+((?:files?\\s+|things?\\s+|documents?\\s+)?(?:did|have)\\s+i\\s+(?:${CHANGE}|${CHANGED})\\b.*)`,
    ),
  ],
  ["list", said(`what\\s+(?:have\\s+(?:i|we)\\s+got|do\\s+(?:i|we)\\s+have)\\s+(.+)`)],
  ["list", said("what\\s+contains\\s+(.+)")],
  [
    "list",
    said(
      `(?:${WHAT_IS}|what\\s+was|which(?:\\s+(?:is|are|was|one\\s+is|of))?|what|who\\s+is)\\s+(.+)`,
    ),
  ],
];

/** "the newest photo", "3 largest files in Downloads": said without a verb. */
const RANKED = said(
  `((?:the\\s+|my\\s+)?(?:top\\s+)?(?:(?:\\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)\\s+)?(?:${SUPERLATIVES.map(([, , words]) => words).join("|")})\\b.+)`,
);
const VERBLESS: readonly Pattern[] = [
  ["list", RANKED],
  ["duplicates", said("(.*\\b(?:duplicates|twice|identical|more\\s+than\\s+once)\\b.*)")],
];
const ORDER_LAST = /^(?:put|bring)\s+(.+?)\s+in(?:to)?\s+order$/i;
const LISTED =
  /^(?:me\s+|us\s+)?(?:(?:an?|the)\s+(?:full\s+|complete\s+|quick\s+)*(?:list|overview|names?)\s+of\s+)?/i;
const PARTICLES = new Set("up out away over down through".split(" "));

type Phrase = { readonly verb: Verb | "show"; readonly patterns: readonly RegExp[] };
const PHRASES: readonly Phrase[] = ORDERS.flatMap(([verb, phrases]) =>
  phrases.split(",").map((phrase) => ({ verb, words: phrase.trim().split(/\s+/) })),
)
  .toSorted((a, b) => b.words.length - a.words.length)
  .map(({ verb, words }) => ({ verb, patterns: patternsOf(words) }));

/** Words that begin an order. */
export const ORDER_WORDS: ReadonlySet<string> = new Set(
  ORDERS.flatMap(([, phrases]) => phrases.split(",").map((it) => it.trim().split(/\s+/)[0] ?? "")),
);

/** What a plain wish asks for, and the text behind the verb; `more` is a second part of some. */
export function verbOf(text: string): Said | undefined {
  const [, ordered] = ORDER_LAST.exec(text) ?? [];
  if (ordered !== undefined) return { verb: "organise", rest: ordered, more: "" };
  return matched(QUESTIONS, text) ?? orderOf(text) ?? matched(VERBLESS, text);
}

function orderOf(text: string): Said | undefined {
  for (const { verb, patterns } of PHRASES) {
    const found = patterns.map((pattern) => pattern.exec(text)?.[1]).find((it) => it !== undefined);
    if (found !== undefined) return { verb, rest: found.replace(LISTED, "").trim(), more: "" };
  }
  return undefined;
}

function matched(patterns: readonly Pattern[], text: string): Said | undefined {
  for (const [verb, pattern] of patterns) {
    const found = pattern.exec(text);
    if (!found) continue;
    const { place, what, words } = found.groups ?? {};
    if (words !== undefined) return { verb, rest: "files", more: words };
    if (place !== undefined) return { verb, rest: `${what} in ${place}`, more: "" };
    return { verb, rest: (found[1] ?? "").trim(), more: (found[2] ?? "").trim() };
  }
  return undefined;
}

/** "throw away the log", "throwing away …", and "throw the log away". */
function patternsOf([first = "", ...others]: readonly string[]): RegExp[] {
  const begin = `(?:${first}|${gerundOf(first).toLowerCase()})(?:\\s+(?:me|us))?`;
  const [particle, ...more] = others;
  const together = said(`${[begin, ...others].join("\\s+")}\\s+(.+)`);
  const isApart = particle !== undefined && more.length === 0 && PARTICLES.has(particle);
  return isApart ? [together, said(`${begin}\\s+(.+?)\\s+${particle}`)] : [together];
}

function said(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`, "i");
}
