import { speechActOf } from "../speech-act.ts";

export type Verb =
  | "list"
  | "find"
  | "count"
  | "size"
  | "when"
  | "usage"
  | "duplicates"
  | "organise"
  | "read"
  | "mention"
  | "move"
  | "copy"
  | "rename"
  | "delete";

export const EFFECTS: ReadonlySet<Verb> = new Set<Verb>([
  "move",
  "copy",
  "rename",
  "delete",
  "organise",
]);

const OPENING =
  /^(?:(?:hey|hi|hello|ok|okay|so|well|now|then|and|also|please|pls|plz|kindly|just|yes|alright|great|cool|thanks|thank you|oh|um|hmm|quick(?:ly)?|good morning|good evening)\b[\s,!.:-]*)+/i;
const WISH =
  /^(?:(?:can|could|would|will)\s+(?:you|u)\s+(?:please\s+|kindly\s+|maybe\s+|just\s+|quickly\s+)?(?:help\s+me\s+(?:to\s+)?)?|(?:i['’]?d|i\s+would)\s+(?:like|love)\s+(?:you\s+)?(?:to\s+)?|i\s+(?:want|need|wanna)\s+(?:you\s+)?(?:to\s+)?|let['’]?s\s+|go\s+ahead\s+and\s+|help\s+me\s+(?:to\s+)?|(?:can|could|may)\s+i\s+|is\s+it\s+possible\s+to\s+|do\s+me\s+a\s+favou?r\s+and\s+|be\s+so\s+kind\s+(?:as\s+)?to\s+|be\s+able\s+to\s+|you\s+(?:can|could|may|should|must)\s+(?:please\s+|now\s+)?|to\s+(?=move|copy|delete|rename|open|read|find|show|list)|would\s+you\s+mind\s+)/i;
const TELL =
  /^(?:tell\s+me|let\s+me\s+know|(?:do\s+you\s+know|i\s+wonder|i\s+want\s+to\s+know|i\s+need\s+to\s+know|know))\s+(?=how|what|where|when|which|if|whether)/i;
const CLOSING =
  /(?:[\s,]+(?:please|pls|plz|thanks|thank you|thx|cheers|for me|will you|would you|could you|can you|ok|okay|right now|now|asap|then|again|if you can|when you can|somewhere|somehow))+[\s.!?]*$/i;
/** Why somebody asks; it changes nothing about what. */
const REASONS: readonly RegExp[] = [
  /[\s,;.–-]+where\s+(?:is|are|did\s+i\s+put)\s+(?:it|they|them|that)[\s.!?]*$/i,
  /[\s,;.–-]+(?:because\s+|since\s+|as\s+|but\s+|and\s+)?i\s+(?:really\s+)?(?:do\s*n['’]?t|dont|do\s+not|no\s+longer|won['’]?t|never)\s+(?:need|want|use|like|look at|read)\s+(?:it|them|that|those|these|this)(?:\s+(?:any\s?more|any\s+longer|now|at all))?[\s.!]*$/i,
  /[\s,;.–-]+(?:because\s+|since\s+|but\s+)?i\s+(?:(?:do\s*n['’]?t|dont|do\s+not|can['’]?t|cant|cannot|can\s+not)\s+(?:remember|know|recall|find|see)|forgot|have\s+no\s+idea|lost|am\s+not\s+sure)\b[^.?!]*[\s.!?]*$/i,
  /[\s,;.–-]+(?:it|they|that|those|these|this)(?:['’]?s|\s+(?:is|are)|['’]re)\s+(?:just\s+)?(?:too\s+old|old|useless|garbage|junk|no\s+longer\s+needed|not\s+needed(?:\s+any\s?more)?|outdated)[\s.!]*$/i,
  /[\s,;.–-]+(?:it|they|that|this|there)\s+(?:should|must)\s+be\s+(?:somewhere|there|around|here)\b[^.?!]*[\s.!?]*$/i,
];

/** A sentence without what is said around a wish; undefined when nothing is wished or asked. */
export function plainWish(sentence: string): { text: string; isOrder: boolean } | undefined {
  let text = sentence.trim();
  for (const reason of REASONS) text = text.replace(reason, "");
  text = text.replace(CLOSING, "").replace(/[\s.!?,;:]+$/, "");
  const act = speechActOf(text);
  if (act === "refusal" || act === "explain") return undefined;
  let isWish = false;
  for (let round = 0; round < 4; round++) {
    const opened = text.replace(OPENING, "");
    const wished = opened.replace(TELL, "").replace(WISH, "");
    if (wished !== opened) isWish = true;
    if (wished === text) break;
    text = wished;
  }
  return { text: text.trim(), isOrder: isWish || act === "order" };
}

type Pattern = readonly [verb: Verb, pattern: RegExp];

const CHANGED = "(?:change|edit|modify|update|save|touch|download|write|work on|open)";
const CHANGED_PAST =
  "(?:changed|edited|modified|updated|saved|touched|downloaded|written|created|made)";

/** How people begin; what is behind the beginning is what they mean. The first that fits counts. */
const PATTERNS: readonly Pattern[] = [
  [
    "count",
    /^(?:how\s+many|count(?:\s+up)?|(?:what(?:['’]?s|\s+is)\s+)?the\s+number\s+of)\s+(.+)$/i,
  ],
  [
    "usage",
    /^(?:how\s+much\s+(?:disk\s+)?(?:space|room|storage)\s+(?:do(?:es)?|is|are)\s+)(.+?)\s+(?:take|takes|use|uses|need|needs|occupy|occupies|taking|using|consume)(?:\s+up)?$/i,
  ],
  [
    "usage",
    /^what(?:['’]?s|\s+is)?\s+(?:takes?|taking|uses?|using|eats?|eating)(?:\s+up)?\s+(?:(?:the\s+most|so\s+much|all\s+(?:the|my))\s+)?(?:disk\s+)?(?:space|room|storage)\s+(?:in|on)\s+(.+)$/i,
  ],
  [
    "size",
    /^(?:how\s+(?:big|large|heavy|long)\s+(?:is|are)|what(?:['’]?s|\s+is)\s+the\s+(?:total\s+|file\s+|combined\s+)*size\s+of|(?:the\s+)?(?:total\s+|combined\s+)*size\s+of|(?:add|sum|total)\s+up\s+the\s+sizes?\s+of)\s+(.+?)(?:\s+(?:together|in\s+total|all\s+together|altogether|combined))?$/i,
  ],
  [
    "size",
    /^how\s+(?:many\s+(?:mega|kilo|giga)?bytes|much)\s+(?:is|are|has|have|do|does)\s+(.+?)(?:\s+(?:have|take|together|in total))?$/i,
  ],
  [
    "when",
    new RegExp(
      `^when\\s+(?:did|have|had)\\s+(?:i|we)\\s+(?:last\\s+)?(?:${CHANGED}|${CHANGED_PAST})\\s+(.+?)(?:\\s+(?:last|the\\s+last\\s+time))?$`,
      "i",
    ),
  ],
  [
    "when",
    new RegExp(
      `^when\\s+(?:was|were|is)\\s+(.+?)\\s+(?:last\\s+)?${CHANGED_PAST}(?:\\s+last)?$`,
      "i",
    ),
  ],
  [
    "when",
    /^when\s+(.+?)\s+(?:was|were)\s+(?:last\s+)?(?:changed|edited|modified|updated|saved|downloaded|written|created)$/i,
  ],
  ["size", /^how\s+(?:big|large)\s+(.+?)\s+(?:is|are)$/i],
  ["find", /^where\s+(?!(?:is|are|did|do|have|can)\b)(.+?)\s+(?:is|are)$/i],
  ["when", /^how\s+old\s+(?:is|are)\s+(.+)$/i],
  ["when", /^(?:what(?:['’]?s|\s+is)\s+)?the\s+(?:date|age|modification\s+date)\s+of\s+(.+)$/i],
  [
    "duplicates",
    /^(?:(?:find|show|list|search(?:\s+for)?|look\s+for|check\s+for|are\s+there|is\s+there|do\s+i\s+have|have\s+i\s+got|which(?:\s+of)?|what|any|see\s+if\s+there\s+are|check\s+if\s+there\s+are|check\s+whether\s+there\s+are|check)\s+)(?:me\s+)?(.*\b(?:duplicates?|duplicated|doubles|twice|identical|the\s+same\s+(?:files?|photos?|pictures?))\b.*)$/i,
  ],
  [
    "mention",
    /^(?:(?:which|what|find|show|list|search)\s+(?:me\s+)?(?:for\s+)?)(.+?)\s+(?:(?:that|which|where)\s+)?(?:mentions?|contains?|says?|talks?\s+about|has\s+the\s+words?|have\s+the\s+words?|with\s+the\s+words?|containing|mentioning|include\s+the\s+words?)\s+(.+)$/i,
  ],
  [
    "mention",
    /^(?:in\s+)?(?:which|what)\s+(files?|documents?|notes?)\s+(?:did|do|have)\s+i\s+(?:write|written|mention|wrote)\s+(?:about\s+)?(.+)$/i,
  ],
  [
    "list",
    /^((?:the\s+)?(?:(?:\d{1,2}|two|three|four|five|ten)\s+)?(?:newest|latest|most\s+recent|oldest|largest|biggest|smallest)\b.+)$/i,
  ],
  ["list", /^what\s+contains\s+(.+)$/i],
  [
    "organise",
    /^(?:organi[sz]e|tidy(?:\s+up)?|sort(?:\s+out|\s+through)?|clean\s+up|arrange|order|put\s+(?=.*\bin(?:to)?\s+order\b)|bring\s+order\s+(?:in)?to|group)\s+(.+)$/i,
  ],
  [
    "rename",
    /^(?:rename|re-name|change\s+the\s+(?:file\s*)?name\s+of|give\s+a\s+new\s+name\s+to)\s+(.+)$/i,
  ],
  [
    "copy",
    /^(?:copy|copying|cp|duplicate|back\s*up|clone|(?:make|save|put|create)\s+(?:me\s+)?(?:a\s+)?(?:copy|copies|backup|duplicate)\s+of|put\s+copies\s+of)\s+(.+)$/i,
  ],
  ["move", /^(?:move|moving|mv|transfer|shift|relocate|drag|put|stick|place|bring|take)\s+(.+)$/i],
  [
    "delete",
    /^(?:delete|deleting|remove|erase|get\s+rid\s+of|trash|throw\s+(?:away|out)|bin|discard|dump|del|rm)\s+(.+)$/i,
  ],
  [
    "read",
    /^(?:read(?:\s+(?:out|aloud))?|open(?:\s+up)?|view|cat|print\s+out\s+the\s+(?:text|contents?)\s+of|(?:show|tell|give|get|display|see)(?:\s+(?:me|us))?\s+(?:the\s+contents?\s+of|what(?:['’]?s|\s+is)\s+(?:written\s+)?in(?:side)?))\s+(?:me\s+)?(.+)$/i,
  ],
  ["read", /^what\s+(?:does|do|did)\s+(.+?)\s+(?:say|contain|read|have\s+in\s+it)$/i],
  ["read", /^what(?:['’]?s|\s+is)\s+(?:written\s+)?(?:in|inside)\s+(?:of\s+)?(.+)$/i],
  ["read", /^what(?:['’]?s|\s+is|\s+are)\s+the\s+contents?\s+of\s+(.+)$/i],
  [
    "find",
    /^(?:where(?:['’]?s|\s+(?:is|are|did\s+i\s+(?:put|save|store|leave|keep)|do\s+i\s+(?:keep|have)|have\s+i\s+(?:put|saved)|can\s+i\s+find))?|find|locate|look\s+for|search(?:\s+for)?|track\s+down|i(?:['’]?m|\s+am)\s+(?:looking|searching)\s+for|i\s+(?:search|look)(?:\s+for)?|hunt\s+for)\s+(?:me\s+)?(.+)$/i,
  ],
  [
    "find",
    /^(?:do\s+i\s+(?:still\s+)?have|have\s+i\s+(?:still\s+)?got|is\s+there|are\s+there|got|did\s+i\s+(?:save|keep))\s+(?:any\s+|a\s+|an\s+)?(.+)$/i,
  ],
  [
    "list",
    /^(?:what|which)\s+(?:are\s+)?(.+?)\s+(?:do\s+(?:i|we)\s+have|have\s+i(?:\s+got)?|are\s+there|is\s+there|can\s+you\s+see|exist)(\s+.*)?$/i,
  ],
  [
    "list",
    /^(?:what|which)\s+(?:did|have)\s+i\s+(?:change|changed|edit|edited|modify|modified|save|saved|download|downloaded|update|updated|work\s+on|worked\s+on)\s*(.*)$/i,
  ],
  [
    "list",
    /^(?:list|show|display|give|see|name|enumerate|get|print)\s+(?:me\s+|us\s+)?(?:a\s+list\s+of\s+|the\s+names?\s+of\s+)?(.+)$/i,
  ],
  [
    "list",
    /^(?:what(?:['’]?s|\s+is|\s+are|\s+was)|which(?:\s+(?:is|are|was|one\s+is|of))?|what|who\s+is)\s+(.+)$/i,
  ],
];

/** What a plain wish asks for, and the text behind the verb; `more` is a second part of some. */
export function verbOf(text: string): { verb: Verb; rest: string; more: string } | undefined {
  for (const [verb, pattern] of PATTERNS) {
    const found = pattern.exec(text);
    if (found) return { verb, rest: (found[1] ?? "").trim(), more: (found[2] ?? "").trim() };
  }
  return undefined;
}
