import type { KnownFolder } from "../../model.ts";
import { LIMITING_WORDS } from "../limiting-words.ts";
import { recogniseAges } from "../recognise/ages.ts";
import { recogniseFileTypes } from "../recognise/file-types.ts";
import { recogniseFolders } from "../recognise/folders.ts";
import { recogniseSizes } from "../recognise/sizes.ts";
import type { Value } from "../recognise/value.ts";
import { splitWords } from "../words.ts";
import { CHANGE, CHANGED, SUPERLATIVES } from "./lexicon.ts";

/** A folder that is known, or what it was called: that has to be looked for. */
export type Place = { readonly path: string } | { readonly called: readonly string[] };

/** Which files a person means, in their own words. */
export type Described = {
  /** As it was said: a whole name in it counts before everything else. */
  readonly said: string;
  /** Every one of these has to be found in a file's name, or in what it lies in. */
  readonly words: readonly string[];
  /** Kinds or endings with commas, as tools take them. */
  readonly types?: string | undefined;
  /** A word for a kind that is more often a part of the name. */
  readonly kindWords: readonly string[];
  readonly limits: readonly Value[];
  readonly order?: Order | undefined;
  /** How many there have to be, where that was said. */
  readonly count?: number | undefined;
  readonly isMany: boolean;
  readonly isAll: boolean;
  /** In folders inside as well. */
  readonly isDeep: boolean;
  /** The folder itself is meant, and not what is in it. */
  readonly isFolder: boolean;
  readonly place?: Place | undefined;
  readonly except?: Described | undefined;
  /** Words that limit or turn round what is meant, and that no rule has read. */
  readonly unread: readonly string[];
  /** "the letter and the song": each is looked for by itself. */
  readonly parts?: readonly Described[] | undefined;
  /** Says that it is about files: a name with an ending, a kind, a folder, the word. */
  readonly isAboutFiles: boolean;
  readonly fileNames: readonly string[];
};

export type Order = {
  readonly by: "size" | "time";
  readonly isMost: boolean;
  readonly count: number;
  /** How many of them come before: one for "the second largest". */
  readonly skipped: number;
  /** Several, and nobody said how many. */
  readonly isOpen: boolean;
  readonly word: string;
};

const NUMBERS = new Map(
  "one two three four five six seven eight nine ten".split(" ").map((word, at) => [word, at + 1]),
);
export const ORDINALS = ["first", "second", "third", "fourth", "fifth"];
const COUNT = "(\\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)";
const ORDER = new RegExp(
  `\\b(?:top\\s+)?(?:(second|third|fourth|fifth)[\\s-]+)?(?:${COUNT}\\s+)?(${SUPERLATIVES.map(([, , words]) => words).join("|")}|first)(?:\\s+${COUNT})?\\b(?:\\s+(?:${CHANGED}))?`,
  "i",
);
export const FILE_NAME =
  /(?<![\p{L}\p{N}_/.-])[\p{L}\p{N}_()~+@&-][\p{L}\p{N}_()~+@&.-]*\.[\p{L}\p{N}]{1,6}(?![\p{L}\p{N}/])/gu;
const EXCEPT =
  /[\s,]+(?:except(?:\s+for)?|save\s+for|but\s+not|other\s+than|apart\s+from|aside\s+from|excluding|besides|(?:(?:that|which)\s+(?:is|are)(?:n['’]?t|\s+not)|(?:and\s+)?not)\s+(?!\s*(?:larger|bigger|smaller|older|newer|over|under|more|less|in|on|from|been|changed|modified|touched|used|opened|edited|empty)\b))\s*(.+)$/i;
const DEEP =
  /\b(?:including\s+(?:(?:all|the)\s+)*(?:sub-?folders|folders\s+inside)|with\s+(?:all\s+)?sub-?folders|and\s+(?:its\s+|all\s+)?sub-?folders|in\s+all\s+(?:my\s+)?(?:sub-?)?folders|everywhere|anywhere|on\s+(?:my|this|the)\s+(?:computer|machine|laptop|pc|mac|disk|drive)|in\s+total|all\s+together|altogether)\b/gi;
const HOME =
  /\b(?:in|from|of|inside|across|on)\s+(?:all\s+(?:of\s+)?)?my\s+(?:home(?:\s+(?:folder|directory))?|files|folders|stuff)\b/gi;
const IN_NAME = /\bin\s+(?:the|its|their)\s+(?:file\s*)?(?:names?|titles?)\b/gi;
/** Of a row that has no order yet, or of what is inside of a file: nothing that is looked up. */
const UNCOUNTED = new RegExp(
  `\\b(first|second|third|fourth|fifth|next)\\s+(?:${COUNT}|files?|half|lines?|pages?)\\b`,
  "i",
);
const UNNAMED =
  /\b(?:in|from|inside|within|under|out\s+of)\s+(?:the\s+|my\s+|our\s+)?(?:folder\s+|directory\s+)?((?:[\p{L}\p{N}_&-]+\s*){1,4}?)(?:\s+(?:folder|directory|dir))?\s*$/iu;
const FOLDER =
  /\b(?:the\s+|my\s+|our\s+)?(?:((?:(?!(?:in|from|the|my|of|to|all|and)\b)[\p{L}\p{N}_&-]+\s+){1,3})(?:folder|directory|dir)|(?:folder|directory)\s+(?:called\s+|named\s+)?["'“‘]?([\p{L}\p{N}_&-]+(?:\s(?!in\b|from\b)[\p{L}\p{N}_&-]+){0,2})["'”’]?)/iu;
/** "the picture" is one, and not the folder Pictures. */
const ONE_OF_A_KIND = /^(?:(?:the|my|our)\s+)?(?:picture|document|download|video|movie)$/i;
const MANY =
  /\b(?:all|every|each|both|any|these|those|files|everything|things|stuff|ones|many|anything|whatever)\b/i;
/** Said around a description; without it the same files are meant. Every other word has to have a place. */
const HARMLESS = new Set(
  `a an the my our this that these those which who what it is are was were be been being i me we us you have has had
  do does did got get can could should would will of in on at from to into for with by and as all any every both there
  here where when ones show look file files folder folders directory dir item items thing things stuff called named
  name titled labelled labeled everything anything something whatever please mine put lying sitting located around
  about regarding inside within under below currently right now whole entire own computer machine laptop disk drive
  home up out them they its whats wheres somewhere big large small old new recent recently`.split(
    /\s+/,
  ),
);
/** What these say is harmless to a question: it shows no less. */
const SHOWN_ALIKE = new Set(
  "or some only just also still already content contents version".split(" "),
);
/** Said of a time, and some also of a place: alone they say which files, and nothing here knows that. */
const OF_A_PLACE = new Set("saved downloaded download added stored kept left".split(" "));
const OF_A_TIME = new Set(
  `add work worked use used change changed edit edited receive received modified created made
  updated`.split(/\s+/),
);
/** Adjectives that must not be left out of an effect: "the old photos" says which. */
const VAGUE = new Map([
  ...["big", "large"].map((word) => [word, "over"] as const),
  ["small", "under"],
  ...["new", "recent", "recently"].map((word) => [word, "after"] as const),
  ["old", "before"],
]);
/** What people say only of files. */
const IS_OF_FILES = new RegExp(`\\b(?:${CHANGED}|${CHANGE}|stuff|things|everything)\\b`, "i");
const NAMEABLE = /^(?:screenshots?|clips?|tracks?|recordings?|films?|archives?|notes?)$/;

export function describe(
  text: string,
  folders: readonly KnownFolder[],
  now: Date,
): Described | undefined {
  const except = EXCEPT.exec(text);
  const excluded = except ? describe(except[1] ?? "", folders, now) : undefined;
  const said = (except ? text.slice(0, except.index) : text).trim();
  let rest = said;
  const blank = (start: number, end: number) => {
    rest = `${rest.slice(0, start)}${" ".repeat(end - start)}${rest.slice(end)}`;
  };
  const isDeep = new RegExp(DEEP.source, "i").test(rest) || new RegExp(HOME.source, "i").test(rest);
  rest = rest.replace(DEEP, blanks).replace(HOME, blanks).replace(IN_NAME, blanks);

  const places = recogniseFolders(rest, folders, []).filter(
    ({ detail, start, end }) => detail === "folder" && !ONE_OF_A_KIND.test(rest.slice(start, end)),
  );
  const fileNames = [...rest.matchAll(FILE_NAME)]
    .filter(({ 0: name }) => !/^\d+\.\d+$/.test(name))
    .map(({ 0: name }) => name);
  // The folder that is named last is where the rest of it lies.
  const known = places.at(-1);
  if (places.length > 1 && new Set(places.map(({ value }) => value)).size > 1) return undefined;
  for (const { start, end } of places) blank(start, end);
  const nameWords = fileNames.flatMap((name) => wordsIn(name.replaceAll(/[._]/g, " ")));
  rest = rest.replace(FILE_NAME, (name) => (/^\d+\.\d+$/.test(name) ? name : blanks(name)));

  const limits = [...recogniseSizes(rest), ...recogniseAges(rest, now)];
  for (const { start, end } of limits) blank(start, end);
  const isOrdered = ORDER.exec(rest);
  const order = isOrdered ? orderOf(isOrdered, said) : undefined;
  if (isOrdered && order) blank(isOrdered.index, isOrdered.index + isOrdered[0].length);

  const named = FOLDER.exec(rest);
  const isFolder = named !== null || /^(?:the|my|our)?\s*(?:folder|directory)?\s*$/i.test(rest);
  let place: Place | undefined = known && { path: String(known.value) };
  const calledFolder = named && wordsIn(named[1] ?? named[2] ?? "");
  if (named && calledFolder && calledFolder.length > 0) {
    // "the invoices folder in Documents": the one that is known only says where.
    place = { called: [...calledFolder, ...(known ? lastPart(String(known.value)) : [])] };
    blank(named.index, named.index + named[0].length);
  } else if (!known) {
    const unnamed = UNNAMED.exec(rest);
    const called = unnamed ? wordsIn(unnamed[1] ?? "") : [];
    const isKind =
      recogniseFileTypes(unnamed?.[1] ?? "", splitWords(unnamed?.[1] ?? "")).length > 0;
    if (unnamed && called.length > 0 && !isKind) {
      place = { called };
      blank(unnamed.index, rest.length);
    }
  }

  const found = recogniseFileTypes(rest, splitWords(rest));
  const kinds = found.filter(({ start, end }) => !isPartOfName(said, start, end));
  const kindWords = kinds
    .map(({ start, end }) => rest.slice(start, end).trim().toLowerCase())
    .filter((word) => NAMEABLE.test(word));
  const types = kinds.filter(
    ({ start, end }) => !NAMEABLE.test(rest.slice(start, end).trim().toLowerCase()),
  );
  const isPlural = kinds.some(({ start, end }) => /s$/i.test(rest.slice(start, end).trim()));
  for (const { start, end } of kinds) blank(start, end);
  const isFilesSaid = /\b(?:files?|documents?|folders?)\b/i.test(said);
  const count = countIn(said);
  const isMany =
    MANY.test(rest) ||
    isPlural ||
    fileNames.length > 1 ||
    /\bfiles\b/i.test(said) ||
    (count !== undefined && count > 1);
  const words = wordsIn(rest).filter(
    (word) => !isNeverNamed(word) && !(count !== undefined && isNumber(word)),
  );
  const vague = splitWords(rest)
    .map(({ plain }) => plain)
    .filter((word) => VAGUE.has(word) && !limits.some(({ detail }) => isSaidBy(word, detail)));
  const isPluralName = words.length > 0 && /[^sui]s$/.test(words.at(-1) ?? "");
  const uncounted = UNCOUNTED.exec(said)?.[1] ?? [];
  const isTimed = limits.length > 0 || order !== undefined;
  const isPlaced = isTimed || place !== undefined;
  const left = splitWords(rest).flatMap(({ plain }) =>
    LIMITING_WORDS.has(plain) ||
    (OF_A_TIME.has(plain) && !isTimed) ||
    (OF_A_PLACE.has(plain) && !isPlaced)
      ? [plain]
      : [],
  );
  const isAll = /\b(?:everything|all|every|whole|entire)\b/i.exec(said);
  // "everything barring a.txt" is not a.txt.
  if (isAll && fileNames.length === 1) left.push(isAll[0]);
  const unclear = except && !isPlainException(excluded) ? except[0].replace(/^[\s,]+/, "") : [];
  const unread = left.concat(uncounted, unclear);
  // "all pdfs except the lease in Documents": all of it lies there.
  place ??= excluded?.place;
  return {
    said,
    unread,
    words: [...words, ...nameWords, ...vague],
    ...(types.length > 0 && { types: types.map(({ value }) => String(value)).join(",") }),
    kindWords,
    limits,
    ...(order && { order }),
    ...(count !== undefined && { count }),
    isMany: isMany || isPluralName,
    isAll: isAll !== null,
    isDeep,
    isFolder,
    ...(place && { place }),
    ...(excluded && { except: excluded }),
    ...(words.length > 0 && partsOf(said, folders, now)),
    isAboutFiles:
      place !== undefined ||
      types.length > 0 ||
      kindWords.length > 0 ||
      fileNames.length > 0 ||
      isFilesSaid ||
      (words.length === 0 && limits.length > 0 && IS_OF_FILES.test(said)) ||
      limits.some(({ kind }) => kind === "size"),
    fileNames,
  };
}

/** The folder whose name this is, and nothing else. */
export function folderNamed(
  text: string,
  folders: readonly KnownFolder[],
): KnownFolder | undefined {
  const said = text.trim().toLowerCase();
  return folders.find(({ name }) => name.toLowerCase() === said);
}

function partsOf(
  said: string,
  folders: readonly KnownFolder[],
  now: Date,
): { readonly parts?: readonly Described[] } {
  const texts = said.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i).filter(Boolean);
  if (texts.length < 2) return {};
  const parts = texts.flatMap((text) => describe(text, folders, now) ?? []);
  return parts.length === texts.length ? { parts } : {};
}

/** "report.pdf" is a name, and its ending no kind that was asked for. */
function isPartOfName(said: string, start: number, end: number): boolean {
  return said[start - 1] === "." && /[\p{L}\p{N}_)]/u.test(said[start - 2] ?? " ") && end > start;
}

function orderOf(
  [whole, ordinal = "first", before, word = "", behind]: RegExpExecArray,
  text: string,
): Order | undefined {
  const said = word.toLowerCase();
  // "the last 3 days" are gone by now; "first" is a place in what was told before.
  const found = SUPERLATIVES.find(([, , words]) => new RegExp(`^(?:${words})$`, "i").test(said));
  if (!found) return undefined;
  const [by, isMost] = found;
  const isCounted = (before ?? behind) !== undefined;
  const count = numberOf(before ?? behind ?? "one") ?? 1;
  const rest = text.slice(text.indexOf(whole) + whole.length);
  const isSeveral = /^recent/.test(said) || /^\s+\p{L}{2,}[^sui\s]s\b/u.test(rest);
  const skipped = ORDINALS.indexOf(ordinal.toLowerCase());
  return { by, isMost, count, skipped, isOpen: !isCounted && isSeveral, word: said };
}

function countIn(text: string): number | undefined {
  if (/\bboth\b/i.test(text)) return 2;
  const found =
    /\b(?:the|my|those|these|all)\s+(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)\b/i.exec(
      text,
    );
  return found ? numberOf(found[1] ?? "") : undefined;
}

function numberOf(word: string): number | undefined {
  return NUMBERS.get(word.toLowerCase()) ?? (/^\d+$/.test(word) ? Number(word) : undefined);
}

/** "anything new since yesterday": the limit says it too. */
function isSaidBy(adjective: string, side: string | undefined): boolean {
  return VAGUE.get(adjective) === side;
}

function isNeverNamed(word: string): boolean {
  return LIMITING_WORDS.has(word) || OF_A_TIME.has(word) || OF_A_PLACE.has(word);
}

/** Only names and kinds are left out by what can be seen of them. */
function isPlainException(excluded: Described | undefined): boolean {
  if (!excluded) return false;
  const { words, kindWords, types, limits, order, unread } = excluded;
  const isNamed = words.length + kindWords.length > 0 || types !== undefined;
  return isNamed && limits.length + unread.length === 0 && order === undefined;
}

/** The words that nothing has read; a question may leave out more of them than an effect. */
export function unreadWords({ unread }: Described, isEffect: boolean): readonly string[] {
  return isEffect ? unread : unread.filter((word) => !SHOWN_ALIKE.has(word));
}

function isNumber(word: string): boolean {
  return NUMBERS.has(word) || /^\d+$/.test(word);
}

export function wordsIn(text: string): string[] {
  const plain = text.replace(
    /\b(the|this|that|which|each|every|other|new|old|newest|oldest|largest|biggest|smallest|latest|first|last|second)\s+one\b/gi,
    "$1",
  );
  return splitWords(plain)
    .map((word) => word.plain)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !HARMLESS.has(word));
}

function lastPart(path: string): string[] {
  return wordsIn(path.slice(path.lastIndexOf("/") + 1));
}

function blanks(text: string): string {
  return " ".repeat(text.length);
}
