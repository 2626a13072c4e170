/** A text that is to be put into a file, and how. */
export type Writing = {
  /** `note` adds to a file that is there, and makes one that is not. */
  readonly how: "create" | "write" | "note" | "append";
  readonly text: string;
  /** The file, in the words that were said: a name, and perhaps the folder. */
  readonly target: string;
  /** A part of the text that may say instead where it goes, or when. */
  readonly doubtful?: string;
};

const NAME = "[\\p{L}\\p{N}_][\\p{L}\\p{N}_()~+@&.-]*\\.[\\p{L}\\p{N}]{1,6}";
const NOUN = "(?:text\\s+)?(?:file|note|document|textfile)";
const NEW =
  "(?:an?\\s+|the\\s+|my\\s+)?(?:(?:new|blank|empty|little|short|quick|small|simple)\\s+)*";
const CALLED = "(?:(?:called|named|titled|by\\s+the\\s+name\\s+of)\\s+)?";
const PLACE = "(?:in|on|inside|under|within)\\s+(.{1,60}?)";
const SAYING =
  "(?:saying|reading|that\\s+(?:says|reads|contains)|which\\s+(?:says|reads|contains)|containing|with\\s+(?:the\\s+)?(?:text|words?|contents?|line)(?:\\s+of)?|with\\s+(?=[\"'“‘])|and\\s+(?:write|put)(?=.*\\s(?:in|into|inside)\\s+it$))";
const END = "the\\s+(?:very\\s+)?(?:end|bottom)\\s+of\\s+";

/** "make a note called x.txt on the desktop saying hello", and the place before the name. */
const CREATE = new RegExp(
  `^(?:(?:create|make|write|start|save|leave|add|set\\s+up|begin)\\s+(?:me\\s+)?|(?=new\\s))${NEW}(?:${NOUN}\\s+)?(?:${PLACE}\\s+(?:called|named)\\s+)?${CALLED}["'“‘]?(${NAME})["'”’]?(?:\\s+${PLACE})?(?:\\s*[,:]?\\s+${SAYING}\\s+(.+)|\\s*:\\s+(.+))?$`,
  "isu",
);
/** "jot down hello in a file called x.txt on the desktop". */
const PUT = new RegExp(
  `^(write|save|store|record|put|jot|jot\\s+down|note|note\\s+down|write\\s+down|scribble)\\s+(?:down\\s+)?(?:the\\s+(?:text|words?|line)\\s+)?(.+?)\\s+(?:to|in|into|as|on)\\s+(${NEW}(?:${NOUN}\\s+)?${CALLED}["'“‘]?${NAME}["'”’]?(?:\\s+${PLACE})?)$`,
  "isu",
);
/** "add hello to the end of my notes". */
const APPEND = new RegExp(
  `^(add|append|insert|tack|put|stick|write)\\s+(?:on\\s+)?(?:(?:the|an?)\\s+(?:line|text|words?|item|entry|sentence)\\s+(?:saying\\s+|that\\s+says\\s+|with\\s+)?)?(.+?)\\s+(?:to|at|on|onto|in|into)\\s+(${END})?(.+)$`,
  "isu",
);
/** "add a line to x.txt: hello". */
const APPEND_THIS = new RegExp(
  `^(?:add|append|insert|tack|put|stick|write)\\s+(?:on\\s+)?(?:this\\s+|the\\s+following\\s+|(?:an?|another|one|the)\\s+(?:new\\s+|following\\s+)?(?:line|text|item|entry|sentence|note)\\s+|(?=to\\s))(?:to|at|on|onto|in|into)\\s+(?:${END})?([^:]+?)\\s*:\\s+(.+)$`,
  "isu",
);
const ADDS = /^(?:add|append|insert|tack)$/i;
/** What stands for a text, and is none. */
const PRONOUN =
  /^(?:it|that|this|them|these|those|the\s+(?:result|answer|sum|total|text|contents?)|(?:an?|another|one|some|the)\s+(?:new\s+)?(?:line|text|item|entry|sentence|note|copy|file|folder|words?)|something|stuff)$/i;
/** A file that is to be copied, and no text. */
const COPY = /^(?:an?\s+|the\s+)?(?:cop(?:y|ies)|backup|duplicate)\s+of\b/i;

/** Where in the file, or whether at all: said of the order as often as in a text. */
const OF_THE_ORDER =
  /(?:^|\s)(?:between|before|after|above|below|if|unless|instead|except|rather\s+than|but\s+not|at\s+the\s+(?:top|start|beginning)|on\s+top)\s.*$/is;
/** What a text may stand for that has to be looked up or worked out first. */
const TO_BE_FOUND =
  /^(?:the|an?|all|my|today['’]s)\s+(?:number|count|size|total|sum|average|difference|names?|list|date|time|contents?)\b.*$/is;
const FIRST_MASK = 0xe000;

/** What a plain order wants to have written; undefined when it writes nothing. */
export function readWriting(order: string): Writing | undefined {
  // What is quoted has no words of the order in it.
  const quoted: readonly string[] = order.match(/["“][^"“”]*["”]/g) ?? [];
  const mask = (at: number) => String.fromCharCode(FIRST_MASK + at);
  let masked = order;
  for (const [at, text] of quoted.entries()) masked = masked.replace(text, `"${mask(at)}"`);
  const shown = (text: string) =>
    quoted.reduce((told, it, at) => told.replace(`"${mask(at)}"`, () => it), text);
  const read = readMasked(masked);
  if (!read) return undefined;
  const { how, text, target } = read;
  const isCreated = how === "create";
  const [doubtful] =
    isCreated || quoted.includes(shown(text))
      ? []
      : (OF_THE_ORDER.exec(text) ?? TO_BE_FOUND.exec(text) ?? []);
  return {
    how,
    text: unquoted(shown(text)),
    target: shown(target),
    ...(doubtful !== undefined && { doubtful: shown(doubtful.trim()) }),
  };
}

function readMasked(order: string): Writing | undefined {
  const said = order.replace(/[\s.!]+$/, "");
  const created = CREATE.exec(said);
  if (created) {
    const [, before, name = "", behind, saying, colon] = created;
    const place = behind ?? before;
    const text = (saying ?? colon ?? "").replace(/\s+(?:in|into|inside)\s+it$/i, "");
    const target = place === undefined ? name : `${name} in ${place}`;
    return { how: "create", text, target };
  }
  const [, listed, line] = APPEND_THIS.exec(said) ?? [];
  if (listed !== undefined && line !== undefined) {
    return { how: "append", text: line, target: listed };
  }
  const [, adds = "", added = "", end, target = ""] = APPEND.exec(said) ?? [];
  if (added !== "" && (ADDS.test(adds) || end !== undefined) && !PRONOUN.test(unquoted(added))) {
    return { how: "append", text: added, target };
  }
  const [, verb = "", text = "", file = ""] = PUT.exec(said) ?? [];
  if (text === "" || PRONOUN.test(text) || COPY.test(text)) return undefined;
  const isNote = /^(?:jot|note|scribble|put)/i.test(verb);
  return { how: isNote ? "note" : "write", text, target: file };
}

function unquoted(text: string): string {
  const plain = text.trim();
  return /^["'“‘`]([^"“”`]*)["'”’`]$/s.exec(plain)?.[1] ?? plain;
}
