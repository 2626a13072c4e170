import type { FileSet, FoundFile } from "./file-set.ts";
import { countOf, readOrdinal } from "./ordinal.ts";
import { recogniseAges } from "./recognise/ages.ts";
import { isOfType, recogniseFileTypes } from "./recognise/file-types.ts";
import { bytesOf, recogniseSizes } from "./recognise/sizes.ts";
import type { Value } from "./recognise/value.ts";
import { splitWords } from "./words.ts";

/** Some of the files that were found before, and where a text names them. */
export type Selection = {
  readonly files: readonly FoundFile[];
  readonly start: number;
  readonly end: number;
  /** It takes knowing all files, and only some were told. */
  readonly isUncertain: boolean;
};

const COUNT = "(\\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)";
const NOUN = "(?:\\s+(?:ones?|files?|of\\s+(?:them|those|these)))*";
const MOST = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:the\\s+)?(?:${COUNT}\\s+)?(largest|biggest|heaviest|smallest|newest|latest|most\\s+recent|oldest)(?:\\s+${COUNT})?${NOUN}(?![\\p{L}\\p{N}])`,
  "iu",
);
const ORDINAL = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:the\\s+)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\\d{1,2}(?:st|nd|rd|th))(?:\\s+${COUNT})?(?:\\s+(?:ones?|files?))?(?:\\s+and\\s+(?:the\\s+)?(?:first|second|third|fourth|fifth|last)(?:\\s+(?:ones?|files?))?)?(?![\\p{L}\\p{N}])|(?<![\\p{L}\\p{N}])(?:number|file)\\s+\\d{1,3}(?![\\p{L}\\p{N}.])`,
  "iu",
);
const ALL =
  /(?<![\p{L}\p{N}])(?:(?:all|both|each)\s+of\s+(?:them|those|these)|them(?:\s+all)?|(?:all\s+)?(?:those|these)(?:\s+files)?|all\s+the\s+files)(?![\p{L}\p{N}])/iu;
const OF_TYPE = /(?<![\p{L}\p{N}])(?:only\s+|just\s+|all\s+)?(?:the|those|these)\s+$/iu;
/** Words that may stand around what is selected. */
const AROUND =
  /^(?:the|a|only|just|please|pls|ok|okay|and|now|so|then|show|list|give|tell|me|us|which|what|is|are|of|them|those|these|that|ones?|files?|it|all|with|s|whats|about|how|see|were|was|keep)$/;
const SINCE_THEN = /^\s+(?:in|from|inside|under|within)\b/iu;

/** A message that only says which of them: "the largest three", "only the pdfs". */
export function selectOnly(text: string, set: FileSet, now: Date): Selection | undefined {
  if (text.length > 200) return undefined;
  const { files, spans, isUncertain } = filtered(text, set, now);
  const chosen = rankedIn(blank(text, spans), files);
  const taken = chosen ? [...spans, chosen] : spans;
  if (taken.length === 0) return undefined;
  const rest = splitWords(blank(text, taken));
  if (!rest.every(({ plain }) => AROUND.test(plain))) return undefined;
  const found = chosen?.files ?? files;
  return { files: found, start: 0, end: text.length, isUncertain: isUncertain || set.isCut };
}

/** The part of a message that names some of them: "delete the second one", "move them to …". */
export function selectIn(text: string, set: FileSet, now: Date): Selection | undefined {
  const isUncertain = set.isCut;
  const ranked = rankedIn(text, set.files);
  if (ranked && !SINCE_THEN.test(text.slice(ranked.end))) {
    return { ...ranked, isUncertain: isUncertain && !ranked.isPlace };
  }
  const all = ALL.exec(text);
  if (all) {
    const { files, spans } = filtered(text.slice(all.index + all[0].length), set, now);
    const behind = spans.find(({ start }) =>
      /^(?:\s|that|which|are|is|were)*$/i.test(
        text.slice(all.index + all[0].length).slice(0, start),
      ),
    );
    const length = behind ? all[0].length + behind.end : all[0].length;
    return {
      files: behind ? files : set.files,
      start: all.index,
      end: all.index + length,
      isUncertain,
    };
  }
  const type = recogniseFileTypes(text, splitWords(text)).find(({ start, end }) => {
    return OF_TYPE.test(text.slice(0, start)) && !SINCE_THEN.test(text.slice(end));
  });
  if (!type) return undefined;
  const [lead = ""] = OF_TYPE.exec(text.slice(0, type.start)) ?? [];
  const files = set.files.filter(({ path }) => isOfType(path, String(type.value)));
  return { files, start: type.start - lead.length, end: type.end, isUncertain };
}

type Ranked = {
  readonly files: readonly FoundFile[];
  readonly start: number;
  readonly end: number;
  readonly isPlace: boolean;
};

function rankedIn(text: string, files: readonly FoundFile[]): Ranked | undefined {
  const most = MOST.exec(text);
  if (most) {
    const [whole, before, word = "", behind] = most;
    const count = countOf(before ?? behind ?? "1");
    const sorted = sortBy(files, word.toLowerCase());
    if (!sorted) return undefined;
    return {
      files: sorted.slice(0, count),
      start: most.index,
      end: most.index + whole.length,
      isPlace: false,
    };
  }
  const ordinal = ORDINAL.exec(text);
  const places = ordinal && readOrdinal(ordinal[0]);
  if (!ordinal || !places) return undefined;
  const chosen = places(files.length).flatMap((at) => files[at] ?? []);
  return {
    files: chosen,
    start: ordinal.index,
    end: ordinal.index + ordinal[0].length,
    isPlace: true,
  };
}

function sortBy(files: readonly FoundFile[], word: string): FoundFile[] | undefined {
  const isSize = /largest|biggest|heaviest|smallest/.test(word);
  const of = (file: FoundFile) => (isSize ? file.size : file.changed);
  if (files.some((file) => of(file) === undefined)) return undefined;
  const sign = /smallest|oldest/.test(word) ? 1 : -1;
  return files.toSorted((a, b) => sign * ((of(a) ?? 0) - (of(b) ?? 0)));
}

function filtered(text: string, set: FileSet, now: Date) {
  const types = recogniseFileTypes(text, splitWords(text));
  const limits = [...recogniseSizes(text), ...recogniseAges(text, now)];
  const spans: Value[] = [...types, ...limits];
  const files = set.files.filter((file) => {
    const isType = types.every(({ value }) => isOfType(file.path, String(value)));
    return isType && limits.every((limit) => isWithin(file, limit, now));
  });
  return { files, spans, isUncertain: false };
}

function isWithin(
  { size, changed }: FoundFile,
  { kind, value, detail }: Value,
  now: Date,
): boolean {
  if (kind === "size") {
    const limit = bytesOf(String(value));
    if (limit === undefined || size === undefined) return false;
    return detail === "over" ? size > limit : size < limit;
  }
  const at = timeOf(String(value), now);
  if (at === undefined || changed === undefined) return false;
  return detail === "after" ? changed >= at : changed < at;
}

const SPANS = new Map(
  Object.entries({ minute: 1 / 1440, hour: 1 / 24, day: 1, week: 7, month: 30, year: 365 }),
);

function timeOf(value: string, now: Date): number | undefined {
  const [, count = "", unit = ""] = /^(\d+) (\p{L}+?)s?$/u.exec(value) ?? [];
  const days = SPANS.get(unit);
  if (days !== undefined) return now.getTime() - Number(count) * days * 86_400_000;
  const at = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(at) ? undefined : at;
}

function blank(
  text: string,
  spans: readonly { readonly start: number; readonly end: number }[],
): string {
  let result = text;
  for (const { start, end } of spans) {
    result = result.slice(0, start) + " ".repeat(end - start) + result.slice(end);
  }
  return result;
}
