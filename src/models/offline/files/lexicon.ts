/** What can be asked for about files of the machine. */
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
  | "write"
  | "append"
  | "move"
  | "copy"
  | "rename"
  | "delete";

export const EFFECTS: ReadonlySet<Verb> = new Set<Verb>([
  "write",
  "append",
  "move",
  "copy",
  "rename",
  "delete",
  "organise",
]);

/**
 * The words that people order things with, before what they mean. A particle may also stand behind it:
 * "throw the log away". `show` is to read one file, or to list several.
 */
export const ORDERS: readonly (readonly [verb: Verb | "show", phrases: string])[] = [
  ["list", "list, list out, enumerate, name"],
  [
    "show",
    `show, display, give, see, get, print, print out, bring up, pull up, fetch, grab, hand, check out, look at,
    look in, look into, look inside, look through, go through, browse, browse through, peek at, peek in, peek into,
    peek inside, have a look at, have a look in, have a look inside, take a look at, take a look in,
    take a look inside, have a peek at, have a peek in`,
  ],
  ["count", "count, count up, tally, tally up, number of, the number of, the count of"],
  [
    "size",
    `add up the size of, add up the sizes of, sum up the size of, sum up the sizes of, total up the size of,
    size of, the size of, total size of, the total size of, the combined size of`,
  ],
  [
    "find",
    `find, locate, look for, search, search for, track down, hunt for, hunt down, dig out, dig up, i'm looking for,
    i am looking for, i'm searching for, i look for, i search, looking for, searching for, help find`,
  ],
  [
    "read",
    `read, read out, read aloud, read through, open, open up, view, cat, print the text of, print the contents of,
    show the text of, show the contents of, show the content of, show what is in, show what's in,
    show what is inside, show what's inside, tell what is in, tell what's in, tell what is written in,
    see what is in, see what's in, the text of, the contents of`,
  ],
  [
    "organise",
    `organise, organize, tidy, tidy up, sort, sort out, sort through, clean up, arrange, order, group, declutter,
    neaten, neaten up, straighten out, straighten up, bring order to, bring order into`,
  ],
  [
    "rename",
    `rename, re-name, retitle, change the name of, change the file name of, change the filename of,
    give a new name to, give another name to`,
  ],
  [
    "copy",
    `copy, copy over, cp, duplicate, back up, backup, clone, replicate, make a copy of, make copies of,
    make a backup of, make a duplicate of, create a copy of, save a copy of, save copies of, put a copy of,
    put copies of, keep a copy of`,
  ],
  [
    "move",
    `move, move over, mv, transfer, shift, relocate, drag, put, stick, place, bring, take, pop, shove, drop, stash,
    tuck`,
  ],
  [
    "delete",
    `delete, remove, erase, get rid of, trash, throw away, throw out, bin, discard, dump, del, rm,
    toss, toss out, toss away, chuck, chuck out, chuck away, ditch, scrap, eliminate, dispose of, clear away, nuke,
    zap, wipe, wipe out`,
  ],
];

/** Words for changing a file, in the forms that stand behind "did I" and behind "I have". */
export const CHANGE =
  "change|edit|modify|update|save|touch|download|write|work\\s+on|open|add|create|make|use|get|store";
export const CHANGED =
  "changed|edited|modified|updated|saved|touched|downloaded|written|worked\\s+on|opened|added|created|made|used|stored|taken|shot|received";

/** What is said of an order among files: by which of their properties, and from which end. */
export const SUPERLATIVES: readonly (readonly [
  by: "size" | "time",
  isMost: boolean,
  words: string,
])[] = [
  ["size", true, "largest|biggest|heaviest|longest|hugest|fattest|bulkiest"],
  ["size", false, "smallest|tiniest|lightest|shortest|littlest"],
  [
    "time",
    true,
    `newest|latest|most\\s+recent(?:ly\\s+(?:${CHANGED}))?|recentest|freshest|youngest|last|recent|recently(?:\\s+(?:${CHANGED}))?`,
  ],
  ["time", false, "oldest|earliest|least\\s+recent(?:ly\\s+(?:changed|modified|used|opened))?"],
];

const MANNERS =
  "hey|hi|hiya|hello|yo|morning|evening|afternoon|ok|okay|so|well|now|then|and|also|please|pls|plz|kindly|just|yes|alright|great|cool|thanks|thank you|oh|um|hmm|quick(?:ly)?|good morning|good evening|good afternoon|there|again|right|actually|anyway|first|maybe|perhaps|sorry";
/** What is said before a wish. */
export const OPENING = new RegExp(`^(?:(?:${MANNERS})\\b[\\s,!.:-]*)+`, "i");

const YOU = "(?:can|could|would|will)\\s+(?:you|u|ya)";
const GENTLY =
  "(?:\\s+(?:please|kindly|maybe|just|quickly|possibly|perhaps|also|now|go\\s+and|go\\s+ahead\\s+and))*";
/** The frames that people put a wish into. */
const FRAMES = [
  `${YOU}${GENTLY}(?:\\s+help\\s+me(?:\\s+to)?)?\\s+`,
  `(?:i\\s+was\\s+wondering|i\\s+wonder|i\\s+was\\s+hoping|i['’]?d\\s+(?:appreciate\\s+it|be\\s+grateful|be\\s+glad))\\s+(?:if|whether|that)?\\s*(?:you\\s+(?:can|could|would|might)|i\\s+(?:can|could))${GENTLY}\\s+`,
  `(?:do\\s+you\\s+think|any\\s+chance)\\s+(?:that\\s+)?you\\s+(?:can|could)${GENTLY}\\s+`,
  "would\\s+it\\s+be\\s+(?:possible|ok|okay)\\s+(?:for\\s+you\\s+)?to\\s+",
  "is\\s+it\\s+possible\\s+(?:for\\s+you\\s+)?to\\s+",
  "(?:i['’]?d|i\\s+would)\\s+(?:like|love)\\s+(?:you\\s+)?(?:to\\s+)?",
  "i\\s+(?:want|need|wanna|would\\s+want)\\s+(?:you\\s+)?(?:to\\s+)?",
  "i['’]?m\\s+trying\\s+to\\s+",
  "let['’]?s\\s+",
  "let\\s+me\\s+(?=see\\b|have\\b)",
  "go\\s+ahead\\s+and\\s+",
  "help\\s+me\\s+(?:to\\s+)?",
  "(?:can|could|may)\\s+i\\s+(?!have\\b)",
  "(?:can|could|may)\\s+i\\s+have\\s+(?=a\\s+(?:look|peek)\\b)",
  "do\\s+me\\s+a\\s+favou?r\\s+and\\s+",
  "be\\s+so\\s+kind\\s+(?:as\\s+)?to\\s+",
  "be\\s+able\\s+to\\s+",
  "you\\s+(?:can|could|may|should|must)\\s+(?:please\\s+|now\\s+)?",
  "to\\s+(?=move|copy|delete|rename|open|read|find|show|list)",
  "would\\s+you\\s+mind\\s+",
  "(?:time|i\\s+have|i['’]ve\\s+got|i\\s+gotta|we\\s+should|we\\s+have)\\s+to\\s+(?=\\w)",
];
export const WISHES = new RegExp(`^(?:${FRAMES.join("|")})`, "i");
/** A question inside of another: "do you know where …". */
export const ASKS_FOR =
  /^(?:tell\s+me|let\s+me\s+know|(?:do\s+you\s+know|any\s+idea|i\s+wonder|i['’]?m\s+wondering|i\s+want\s+to\s+know|i['’]?d\s+like\s+to\s+know|like\s+to\s+know|i\s+need\s+to\s+know|know|remind\s+me|check|see))\s+(?=how|what|where|when|which|if|whether)(?:(?:if|whether)\s+(?:there\s+(?:is|are)\s+|i\s+(?:still\s+)?have\s+)?(?=any|a\b|an\b|the|my|some|duplicate))?/i;
/** What is said behind a wish. */
export const CLOSING =
  /(?:[\s,]+(?:please|pls|plz|thanks|thank you|thx|cheers|for me|will you|would you|could you|can you|ok|okay|right now|now|asap|then|again|if you can|if possible|when you can|somewhere|somehow|at all|mate|buddy|do i have|have i got|are there|is there|that i have|that there (?:is|are)))+[\s.!?]*$/i;
/** Why somebody asks; it changes nothing about what. */
export const REASONS: readonly RegExp[] = [
  /[\s,;.–-]+where\s+(?:is|are|did\s+i\s+put)\s+(?:it|they|them|that)[\s.!?]*$/i,
  /[\s,;.–-]+(?:because\s+|since\s+|as\s+|but\s+|and\s+)?i\s+(?:really\s+)?(?:do\s*n['’]?t|dont|do\s+not|no\s+longer|won['’]?t|never)\s+(?:need|want|use|like|look at|read)\s+(?:it|them|that|those|these|this)(?:\s+(?:any\s?more|any\s+longer|now|at all))?[\s.!]*$/i,
  /[\s,;.–-]+(?:because\s+|since\s+|but\s+)?i\s+(?:(?:do\s*n['’]?t|dont|do\s+not|can['’]?t|cant|cannot|can\s+not)\s+(?:remember|know|recall|find|see)|forgot|have\s+no\s+idea|lost|am\s+not\s+sure)\b[^.?!]*[\s.!?]*$/i,
  /[\s,;.–-]+(?:it|they|that|those|these|this)(?:['’]?s|\s+(?:is|are)|['’]re)\s+(?:just\s+)?(?:too\s+old|old|useless|garbage|junk|no\s+longer\s+needed|not\s+needed(?:\s+any\s?more)?|outdated)[\s.!]*$/i,
  /\s*[,;–-]\s+(?:it|they|that|those|these|this)(?:['’]?s|\s+(?:is|are)|['’]re)\s+(?!(?:[^,]*\s)?(?:in|on|at|from|called|named|not|only|if|except)\b)[^,.?!]{1,60}[\s.!]*$/i,
  /[\s,;.–-]+(?:it|they|that|this|there)\s+(?:should|must)\s+be\s+(?:somewhere|there|around|here)\b[^.?!]*[\s.!?]*$/i,
];

/** All words of the orders and the order among files, to put slips of the pen right. */
export const FILE_WORDS: ReadonlySet<string> = new Set(
  [...ORDERS.map(([, phrases]) => phrases), ...SUPERLATIVES.map(([, , words]) => words)]
    .flatMap((words) => words.split(/[^\p{L}]+/u))
    .concat("photos pictures images videos songs documents files folders duplicates".split(" "))
    .filter((word) => word.length > 2),
);
