import type { KnownFolder } from "../../model.ts";
import {
  type Described,
  describe,
  FILE_NAME,
  folderNamed,
  type Place,
  wordsIn,
} from "./described.ts";
import { EFFECTS, OPENING, type Verb } from "./lexicon.ts";
import { readWriting, type Writing } from "./read-writing.ts";
import { ORDER_WORDS, plainWish, type Said, verbOf } from "./verbs.ts";

/** What is asked for about files of the machine. */
export type FileRequest = {
  readonly said: string;
  readonly verb: Verb;
  readonly what: Described;
  /** Where it goes; a new folder is made by what goes into it. */
  readonly to?:
    | (Place & { readonly isNew?: boolean; readonly inside?: Place | undefined })
    | undefined;
  /** Without a place to go to, it stays where it is. */
  readonly newName?: string | undefined;
  readonly writing?: Writing | undefined;
  /** What was taken into a new name or a text, and may be said of the order instead. */
  readonly doubtful?: string | undefined;
  /** The words that are looked for inside of files. */
  readonly content?: string | undefined;
  /** By what a folder is to be put in order, where that is not the type. */
  readonly by?: string | undefined;
  /** Said without a verb: it may as well be about something else. */
  readonly isBare?: boolean;
  /** It goes on from the message before. */
  readonly isFollowUp?: boolean;
  /** Nothing but a pronoun was said for what is meant. */
  readonly isReference: boolean;
};

const SENTENCE =
  /(?<=[.!?])\s+(?=\S)|(?:\s*,|\s+-)\s+(?=(?:so\s+)?(?:can|could|would|will)\s+(?:you|u)\b|please\b)/i;
const PRONOUN =
  /^(?:(?:all\s+(?:of\s+)?|both\s+(?:of\s+)?|the\s+)?(?:it|them|that|this|these|those)(?:\s+(?:files?|ones?|all|folders?|up|out))?|the\s+(?:file|files|folder|ones?))(?:\s+(?:all|up|out))?$/i;
const CLAUSE =
  /^(.+?)(?:\s*,)?\s+(?:and|then|and\s+then)\s+((?:move|copy|rename|delete|remove|read|open|put|show|erase|trash)\s+(?:me\s+)?(?:it|them|that|those|these)\b.*)$/i;
const CALLED =
  /^(.+?)(?:\s*,)?\s+(?:and|but)\s+(?:then\s+)?(?:call|name|rename)\s+(?:it|the\s+copy)\s+(?:to\s+|as\s+)?(.+)$/i;
const TO = /^(.*)(?:^|\s)(?:over\s+to|in\s?to|onto|to|as)\s+(.+)$/i;
const IN = /^(.*)\s(?:in|on|inside|under|within)\s+(.+)$/i;
/** "a copy of it called b.txt", "copy it to b.txt": another name in the same folder. */
const NAMED = new RegExp(
  `^(.+?)(?:\\s*,)?\\s+(?:(?:and\\s+)?(?:called|named|call\\s+it|name\\s+it)(?:\\s+as)?|as|to)\\s+(["'“‘]?${FILE_NAME.source}["'”’]?)$`,
  "iu",
);
const NEW_FOLDER =
  /^(?:a\s+)?(?:new\s+)?(?:folder|directory|dir)\s+(?:called|named)\s+["'“‘]?([\p{L}\p{N}][\p{L}\p{N} _.-]{0,60}?)["'”’]?(?:\s+(?:in|on|inside|under)\s+(.+))?$/iu;
const NEW_FOLDER_BEFORE =
  /^(?:a\s+)?new\s+["'“‘]?([\p{L}\p{N}][\p{L}\p{N} _.-]{0,60}?)["'”’]?\s+(?:folder|directory)(?:\s+(?:in|on|inside|under)\s+(.+))?$/iu;
const NOT_FILES =
  /\b(?:to-?do(?!\s+(?:file|note)|\.)(?:\s+list)?|todos|tasks?|shopping\s+list(?!\s+(?:file|document|note)|\.)|reminders?|list\s+of\s+tasks|memory|session|process(?:es)?|programs?|timers?|https?:|www\.|weather|joke|approvals?|permissions?|settings?)\b/i;
/** Whole paths are read as they are, by the reader for all tools. */
const WHOLE_PATH = /(?<![\p{L}\p{N}])[~]?\/[\p{L}\p{N}._~-]/u;

export function readRequest(
  text: string,
  folders: readonly KnownFolder[],
  now: Date,
): FileRequest | undefined {
  if (text.length > 400 || text.includes("\n")) return undefined;
  const sentences = text.trim().split(SENTENCE).filter(Boolean);
  let context: Place | undefined;
  for (const [at, sentence] of sentences.entries()) {
    const clause = CLAUSE.exec(sentence);
    const first = clause && readSentence(clause[1] ?? "", folders, now);
    const second = clause && readSentence(clause[2] ?? "", folders, now);
    const request =
      first && second && !EFFECTS.has(first.verb) && second.isReference
        ? { ...second, what: first.what, isReference: false }
        : clause && first && second
          ? undefined
          : readSentence(sentence, folders, now);
    // Whatever else was said might change what is meant.
    const isLast = sentences.slice(at + 1).every((it) => isPolite(it));
    if (request) {
      if (!isLast) return undefined;
      if (!request.isReference || !context) return request;
      return {
        ...request,
        what: { ...request.what, place: context, words: [], isAboutFiles: true },
        isReference: false,
      };
    }
    if (isPolite(sentence)) continue;
    const told = describe(sentence, folders, now);
    if (!told?.place || !("path" in told.place) || at === sentences.length - 1) return undefined;
    context = told.place;
  }
  return undefined;
}

const FOLLOWS =
  /^\s*(?:and|or|what\s+about|how\s+about|what\s+of)\s+(?:what\s+about\s+)?(.{1,80}?)[\s.!?]*$/i;

/** "and videos?", "and in Music?": what was asked before, of other files. */
export function readFollowUp(
  text: string,
  before: string,
  folders: readonly KnownFolder[],
  now: Date,
): FileRequest | undefined {
  const [, other] = FOLLOWS.exec(text) ?? [];
  const folder = other === undefined ? undefined : folderNamed(other, folders);
  const what =
    other === undefined ? undefined : describe(folder ? `in ${other}` : other, folders, now);
  const isNew = what && (what.types ?? what.place ?? what.order) !== undefined;
  if (!isNew || what.words.length + what.unread.length > 0 || what.except) return undefined;
  const asked = readRequest(before, folders, now);
  if (!asked || EFFECTS.has(asked.verb) || asked.isReference || asked.what.parts) return undefined;
  const { types = asked.what.types, place = asked.what.place, order = asked.what.order } = what;
  const same = { ...asked.what, said: what.said, types, place, order, kindWords: what.kindWords };
  return { ...asked, what: same, isFollowUp: true };
}

function isPolite(sentence: string): boolean {
  if (sentence.replace(OPENING, "").trim() === "") return true;
  return /^(?:thanks?(?:\s+you)?|please|cheers|hi|hello|hey|good\s+\w+|ok|okay)[\s\w]{0,20}[.!?]*$/i.test(
    sentence.trim(),
  );
}

function readSentence(
  sentence: string,
  folders: readonly KnownFolder[],
  now: Date,
): FileRequest | undefined {
  if (NOT_FILES.test(sentence) || WHOLE_PATH.test(sentence)) return undefined;
  const written = readWritten(sentence, folders, now);
  if (written) return written;
  const plain = withoutQuotes(sentence);
  if (plain === undefined) return undefined;
  const named = CALLED.exec(plain);
  if (named) {
    const request = readSentence(named[1] ?? "", folders, now);
    const newName = unquoted((named[2] ?? "").replace(/[\s.!?]+$/, ""));
    const isMoved = request?.verb === "move" || request?.verb === "copy";
    if (!isMoved || newName.includes("/")) return undefined;
    return { ...request, newName, doubtful: beyondName(newName, sentence) };
  }
  const wish = plainWish(turned(plain, folders));
  const found = wish && (verbOf(wish.text) ?? bare(wish.text, folders, now));
  if (!wish || !found) return undefined;
  const { rest, more } = found;
  const verb = verbFor(found.verb, describe(rest, folders, now));
  if (EFFECTS.has(verb) && !wish.isOrder) return undefined;
  const told = (text: string, others: Partial<FileRequest> = {}): FileRequest | undefined => {
    const what = describe(unquoted(text), folders, now);
    if (!what) return undefined;
    const isBare = "isBare" in found && found.isBare;
    return {
      said: sentence,
      verb,
      what,
      isReference: PRONOUN.test(text.trim()),
      ...(isBare ? { isBare: true } : {}),
      ...others,
    };
  };
  if (verb === "mention") {
    const content = unquoted(more).replace(/^(?:the\s+words?\s+|the\s+|my\s+|an?\s+)/i, "");
    return content === ""
      ? undefined
      : told(rest, { content: unquoted(content), isReference: false });
  }
  if (verb === "organise") return readOrganise(rest, told);
  if (verb === "duplicates") {
    return told(
      rest.replace(
        /\b(?:duplicates?|duplicated|doubles|twice|identical|more\s+than\s+once|the\s+same|same|there|if|whether|i\s+have)\b/gi,
        " ",
      ),
    );
  }
  if (verb === "rename") {
    const split = TO.exec(rest) ?? /^(.*)\s+in\s+(\S+\.\w+)$/i.exec(rest);
    const newName = split && unquoted((split[2] ?? "").replace(/^(?:the\s+name\s+)/i, ""));
    if (!split || !newName || newName.includes("/")) return undefined;
    return told(split[1] ?? "", { newName, doubtful: beyondName(newName, sentence) });
  }
  if (verb === "move" || verb === "copy") {
    const [, what = "", name = ""] = NAMED.exec(rest) ?? [];
    if (name !== "") return told(what, { newName: unquoted(name) });
    const split = TO.exec(rest) ?? IN.exec(rest);
    const to = split && destination(split[2] ?? "", folders, now);
    if (split && to) return told(split[1] ?? "", { to });
    // "put" and "take" are said of much else: without a place they are no order.
    return verb === "copy" || /^mov/i.test(wish.text) ? told(rest) : undefined;
  }
  return told(`${rest} ${more}`.trim());
}

/** "downloads: biggest file?", "I can't find the budget": as a wish. */
function turned(sentence: string, folders: readonly KnownFolder[]): string {
  const [, place = "", rest = ""] =
    /^\s*(?:my\s+|in\s+(?:my\s+)?)?(\p{L}+)\s*[:,]\s+(.+)$/u.exec(sentence) ?? [];
  const isPlace = folders.some(({ name }) => name.toLowerCase() === place.toLowerCase());
  if (isPlace) return `${rest.replace(/[\s.!?]+$/, "")} in ${place}`;
  const taken =
    /^(.+?),?\s+and\s+(?:put|move|place)\s+(?:it|them)\s+(?:in|on|into|onto|to)\s+(.+)$/i;
  const [, source, target] = taken.exec(sentence) ?? [];
  if (source !== undefined && /^\s*(?:please\s+)?take\b/i.test(source))
    return `${source} to ${target}`;
  const binned =
    /^\s*(?:please\s+)?(?:put|move|throw|chuck|toss|drop|send|stick)\s+(.+?)\s+in(?:to)?\s+the\s+(?:(?:recycle\s+|rubbish\s+|trash\s+)?bin|trash(?:\s+can)?|rubbish|garbage)[\s.!?]*$/i.exec(
      sentence,
    )?.[1];
  if (binned !== undefined) return `delete ${binned}`;
  const emptied = /^\s*(?:please\s+)?(?:empty|clear\s+out|clean\s+out)\s+(.+)$/i.exec(
    sentence,
  )?.[1];
  if (emptied !== undefined) return `delete everything in ${emptied}`;
  const unsure =
    /^\s*(?:sorry,?\s+)?i\s+(?:can['’]?t|cant|cannot|do\s*n['’]?t|dont|do\s+not)\s+(?:remember|recall|know)\s+(?=where|which|what|when|how)|^\s*i(?:['’]ve)?\s+(?:forgot|forgotten|lost\s+track\s+of)\s+(?=where|which|what|when|how)/i;
  return sentence
    .replace(unsure, "")
    .replace(
      /^\s*i\s+(?:can['’]?t|cant|cannot|can\s+not|could\s*n['’]?t|could\s+not)\s+(?:seem\s+to\s+)?find\s+/i,
      "find ",
    );
}

/** Quotation marks around a name are left out; what is quoted as an order is nobody's wish. */
function withoutQuotes(sentence: string): string | undefined {
  const quoted = [...sentence.matchAll(/["“]([^"“”]*)["”]/g)].map(([, text = ""]) => text);
  const isOrder = quoted.some((text) => {
    const wish = plainWish(text);
    return text.split(/\s+/).length > 5 || (wish !== undefined && verbOf(wish.text) !== undefined);
  });
  if (isOrder) return undefined;
  const plain = sentence.replaceAll(/["“]([^"“”]*)["”]/g, "$1");
  return /["“”]/.test(plain) ? undefined : plain;
}

/** "show me the letter" wants to read it; the room that some files take is their size. */
function verbFor(verb: Said["verb"], what: Described | undefined): Verb {
  if (verb === "show") {
    const isOne = what && what.words.length > 0 && !what.isMany && !what.order;
    return isOne && what.limits.length === 0 ? "read" : "list";
  }
  const isSome =
    what && (what.types !== undefined || what.words.length > 0 || what.limits.length > 0);
  return verb === "usage" && isSome ? "size" : verb;
}

/** What people call a text that they keep. */
const TEXT = /\b(?:notes|diary|journal|log|readme|letter)\s*$/i;
const TELLS =
  /:|\b(?:is|are|was|were|has|have|had|will|must|should|need|want|like|love|hate|say|says|said|tell|told)\b/i;

/** "pictures from last month", "anything over 1 MB": nothing but which files. */
function bare(
  text: string,
  folders: readonly KnownFolder[],
  now: Date,
): (Said & { readonly isBare: true }) | undefined {
  const what = TELLS.test(text) ? undefined : describe(text, folders, now);
  if (!what?.isAboutFiles || what.words.some((word) => ORDER_WORDS.has(word))) return undefined;
  const isSaid = what.limits.length > 0 || what.isMany || what.order;
  return isSaid ? { verb: "list", rest: text, more: "", isBare: true } : undefined;
}

/** What is to be written is taken as it stands; only the file is described. */
function readWritten(
  sentence: string,
  folders: readonly KnownFolder[],
  now: Date,
): FileRequest | undefined {
  const masked = sentence.replace(
    /["“]([^"“”]*)["”]/g,
    (quoted) => `"${"x".repeat(quoted.length - 2)}"`,
  );
  const wish = plainWish(masked);
  const start = wish?.isOrder ? masked.indexOf(wish.text) : -1;
  if (!wish || start < 0) return undefined;
  const order = sentence.slice(start, start + wish.text.length);
  // Polite words at the end belong to a text that stands there.
  const whole = readWriting(sentence.slice(start).replace(/,?\s+please[\s.!]*$/i, ""));
  const writing = whole?.how === "create" ? whole : readWriting(order);
  const what = writing && describe(writing.target, folders, now);
  if (!writing || !what || !(what.isAboutFiles || TEXT.test(writing.target))) return undefined;
  // Without a folder it is a file that is there.
  const isThere = writing.how === "append" || (writing.how === "note" && !what.place);
  const verb = isThere ? "append" : "write";
  const { doubtful } = writing;
  return {
    said: sentence,
    verb,
    what,
    writing,
    doubtful,
    isReference: PRONOUN.test(writing.target),
  };
}

function readOrganise(
  rest: string,
  told: (text: string, others?: Partial<FileRequest>) => FileRequest | undefined,
): FileRequest | undefined {
  const plain = rest
    .replace(/\bin(?:to)?\s+order\b/i, " ")
    .replace(/\b(?:in)?to\s+(?:sub-?)?folders\b/i, " ");
  const [, before = plain, by = "type"] =
    /^(.*?)\s+by\s+(?:file\s*|their\s+|the\s+)?(.+)$/i.exec(plain) ?? [];
  const isType = /^(?:types?|kinds?|extensions?|endings?|formats?|categor(?:y|ies))\b/i.test(
    by.trim(),
  );
  return told(before, isType ? {} : { by: by.trim() });
}

function destination(text: string, folders: readonly KnownFolder[], now: Date): FileRequest["to"] {
  const said = unquoted(text.replace(/[\s,.!?]+$/, ""));
  const made = NEW_FOLDER.exec(said) ?? NEW_FOLDER_BEFORE.exec(said);
  if (made) {
    const inside =
      made[2] === undefined ? undefined : describe(`in ${made[2]}`, folders, now)?.place;
    return { called: [made[1] ?? ""], isNew: true, ...(inside && { inside }) };
  }
  const place = describe(`in ${said}`, folders, now);
  if (!place?.place || place.fileNames.length > 0) return undefined;
  const isMore = place.words.length > 0 || place.types !== undefined || place.limits.length > 0;
  return isMore ? { called: wordsIn(said) } : place.place;
}

const BEYOND =
  /[,;]|(?:^|\s)(?:and|or|not|but|if|unless|instead|except|rather|then|when|after|before|starts?|begins?|ends?|with|without|something|anything|whatever|lower|upper)(?:\s|$)/i;

/** "b.png, not c.png": more than a name, unless it is quoted. */
function beyondName(name: string, sentence: string): string | undefined {
  const at = BEYOND.exec(name)?.index;
  if (at === undefined || /["“]/.test(sentence[sentence.indexOf(name) - 1] ?? "")) return undefined;
  return name.slice(at).replace(/^[\s,;]+/, "");
}

function unquoted(text: string): string {
  const plain = text.trim();
  return /^["'“‘`](.*)["'”’`]$/.exec(plain)?.[1]?.trim() ?? plain;
}
