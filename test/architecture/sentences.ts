import { TOKENS } from "./source-files.ts";

// Finds sentences without a subject, in comments and in messages for people.

export type Sentence = {
  readonly line: number;
  readonly where: "comment" | "message";
  readonly text: string;
};

/** Verbs that are hardly ever nouns in these sentences; enough to find the second one. */
const FINITE = new Set(
  `is isn't are was were has have had does do did may can cannot must will would could should became
  becomes came comes went goes ran runs kept keeps stays lies gets got takes took says said asks asked
  needs needed waits ended starts began begins knows knew sees saw reads finds found makes made gives
  gave hides passes fails failed belongs counts seems wants brings brought sends sent happens happened
  follows depends decides leaves left tells told writes wrote removes adds opens opened changed reaches
  remains survives speaks`.split(/\s+/),
);
const AFTER_MODAL = /\b(can|may|must|will|would|could|should|cannot|to) (?:do|have|be)\b/g;
const NEXT_CLAUSE =
  /[,;:](?:\s|$)|\s(?:but|that|which|as|when|while|because|and|or|if|how|whether|what|whatever|whoever|it|they)\s/;
const OF_WITH_NOUN = /^Of (?:course|all|both|each|every|several|many|two|three|these|those)\b/;
/** "Of what is cut, the head stays." has its subject after the comma. */
const OF_THEN_SUBJECT =
  /^Of [^,:]*, [a-z][^,]* (?:is|are|was|were|has|have|stays?|counts?|may|can|must|goes|comes|says|needs|gets)\b/;
const CONDITION_OF_NOBODY =
  /\b(?:[Ii]f|[Uu]nless|[Ww]hen|[Ww]hile|[Uu]ntil|[Bb]ecause|[Aa]s long as|so that|for which) nobody\b/;

const wordsOf = (text: string) => text.match(/[A-Za-z'’-]+/g) ?? [];
const verbsIn = (text: string) =>
  wordsOf(text).filter((word) => FINITE.has(word.toLowerCase())).length;

/** The rule that a sentence breaks; undefined for one that can be read. */
export function faultOf(sentence: string): string | undefined {
  const [first = "", second] = wordsOf(sentence);
  if (second === undefined || /\?["'`”)]*$/.test(sentence)) return undefined;
  if (/^(?:What|Whatever|Who|Whoever|Whose)$/.test(first) && startsWithClause(sentence)) {
    return "a clause stands where its subject should";
  }
  // A comma ends a condition, and a subject follows.
  if (/^Wherever$|^Where$/.test(first) && !sentence.includes(",") && startsWithClause(sentence)) {
    return "a clause stands where its subject should";
  }
  if (first === "Of" && !OF_WITH_NOUN.test(sentence) && !OF_THEN_SUBJECT.test(sentence)) {
    return 'it begins with "Of", and its noun is elsewhere';
  }
  if (/^(?:While|If|When|Until|Unless)$/.test(first)) return undefined;
  const isNobody = /\b[Nn]obody\b/.test(sentence) && !CONDITION_OF_NOBODY.test(sentence);
  if (isNobody || /^Somebody (?!new|else's)|\b(?:what|whom) somebody\b/.test(sentence)) {
    return "it says who does not, instead of what happens";
  }
  const isFiller =
    /\b(?:by now|all the same|any more)\b(?! than)/.test(sentence) &&
    !/\bany more (?:[a-z]+s\b|of\b)/.test(sentence);
  return isFiller ? 'it has "by now", "all the same" or "any more"' : undefined;
}

/** A definition has one verb before the next clause ("What it needs, as far as …"), a subject has two. */
function startsWithClause(sentence: string): boolean {
  const [, head = "", rest = ""] = /^(\S+(?:\s+\S+)?)([\s\S]*)$/.exec(sentence) ?? [];
  const [tail = ""] = rest.split(NEXT_CLAUSE);
  return verbsIn(`${head}${tail}`.replace(AFTER_MODAL, "$1")) >= 2;
}

/** The sentences of a file that people read: in its comments, and in texts of several words. */
export function sentencesOf(text: string): Sentence[] {
  return blocksOf(text).flatMap(({ line, where, text }) =>
    text
      .split(/(?<=[.!?]["'”)]?)\s+(?=["'“(]?[A-Z]|`)/)
      .map((sentence) => ({ line, where, text: sentence.trim() }))
      .filter((sentence) => sentence.text !== ""),
  );
}

function blocksOf(text: string): Sentence[] {
  const found: Sentence[] = [];
  /** Lines of comment that follow each other are one text. */
  let open: { block: Sentence; next: number } | undefined;
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    const line = text.slice(0, index).split("\n").length;
    if (token.startsWith("//")) {
      const isAlone = text.slice(text.lastIndexOf("\n", index) + 1, index).trim() === "";
      const before = isAlone && open?.next === line ? `${found.pop()?.text} ` : "";
      const start = before === "" ? line : (open?.block.line ?? line);
      const block: Sentence = {
        line: start,
        where: "comment",
        text: before + token.slice(2).trim(),
      };
      found.push(block);
      open = { block, next: line + 1 };
      continue;
    }
    open = undefined;
    if (token.startsWith("/*")) {
      const lines = token.replace(/^\/\*+|\*+\/$/g, "").replace(/^\s*\* ?/gm, "");
      found.push({ line, where: "comment", text: oneLine(lines.replace(/\n\s*\n/g, ". ")) });
    } else if (/^["'`]/.test(token)) {
      const shown = token
        .slice(1, -1)
        .replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "X")
        .replace(/\\n/g, " ");
      const isProse = /^[A-Z][a-z]*\s/.test(shown) && /\s\S+\s/.test(shown);
      if (isProse) found.push({ line, where: "message", text: oneLine(shown) });
    }
  }
  return found;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
