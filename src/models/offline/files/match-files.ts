import type { FoundFile } from "../file-set.ts";
import { isOfType } from "../recognise/file-types.ts";
import { isOneSlip } from "../similar-words.ts";
import { stem } from "../stem.ts";
import type { Described } from "./described.ts";

export type Matched = {
  readonly files: readonly FoundFile[];
  /** Only by taking a word for a slip of the pen. */
  readonly isGuess: boolean;
};

/** What a text is called that has another name. */
const LOOSE = new Set("list note notes document text letter copy scan picture photo".split(" "));
const NONE: Matched = { files: [], isGuess: false };

/**
 * The files that are meant by their names: those whose whole name was said, else those with every
 * word in the name, else with some of the words in the folders they lie in, else with a slip.
 */
export function matchFiles(
  described: Described,
  files: readonly FoundFile[],
  rootOf: (path: string) => string,
): Matched {
  const whole = matchWhole(described, files, rootOf);
  if (whole) return whole;
  const words = [...described.words];
  const kinds = described.kindWords.filter((word) =>
    files.some(({ path }) => isIn(word, tokensOf(baseOf(path)))),
  );
  words.push(...kinds);
  // A word for a kind that no name has is the kind.
  const isKind = kinds.length === 0 && described.kindWords.length > 0;
  const typed = isKind
    ? files.filter(({ path }) => isOfType(path, kindOf(described.kindWords)))
    : files;
  if (words.length === 0) return { files: typed, isGuess: false };
  const inName = typed.filter(({ path }) => {
    const tokens = tokensOf(baseOf(path));
    return words.every((word) => isIn(word, tokens));
  });
  if (inName.length > 0) return { files: inName, isGuess: false };
  const inPath = typed.filter(({ path }) => {
    const tokens = tokensOf(path.slice(rootOf(path).length));
    return words.every((word) => isIn(word, tokens));
  });
  if (inPath.length > 0) return { files: inPath, isGuess: false };
  const slipped = typed.filter(({ path }) => {
    const tokens = tokensOf(baseOf(path));
    return words.every((word) => isIn(word, tokens) || tokens.some((it) => isSlip(word, it)));
  });
  if (slipped.length > 0) return { files: slipped, isGuess: true };
  // "the shopping list" may be shopping.txt.
  const sure = words.filter((word) => !LOOSE.has(word));
  if (sure.length === 0 || sure.length === words.length) return NONE;
  const loose = matchFiles({ ...described, words: sure, kindWords: [] }, files, rootOf);
  return { ...loose, isGuess: true };
}

/** The files whose whole names were said; none of them when words are left that no name has. */
export function matchWhole(
  { said, words }: Described,
  files: readonly FoundFile[],
  rootOf: (path: string) => string,
): Matched | undefined {
  const whole = saidWhole(said, files);
  if (whole.length === 0) return undefined;
  // "remove milk from shopping.txt": a name does not make up for words that say something else.
  const isAll = words.every((word) =>
    whole.some(({ path }) => isIn(word, tokensOf(path.slice(rootOf(path).length)))),
  );
  return isAll ? { files: whole, isGuess: false } : NONE;
}

/** Folders with every word in their path, one of them in their own name; the shortest paths first. */
export function matchFolders(called: readonly string[], folders: readonly string[]): string[] {
  const fits = folders.filter((path) => {
    const tokens = tokensOf(path);
    const own = tokensOf(baseOf(path));
    return called.every((word) => isIn(word, tokens)) && called.some((word) => isIn(word, own));
  });
  const exact = fits.filter((path) => sameWords(called, tokensOf(baseOf(path))));
  const best = exact.length > 0 ? exact : fits;
  // One inside of another is meant only by its own name.
  return best.filter((path) => !best.some((other) => path.startsWith(`${other}/`)));
}

function sameWords(called: readonly string[], tokens: readonly string[]): boolean {
  return tokens.every((token) => called.some((word) => isSame(word, token)));
}

/** Names that stand in the text as they are, the longest at each place. */
function saidWhole(said: string, files: readonly FoundFile[]): FoundFile[] {
  const text = said.toLowerCase();
  const found = files.flatMap((file) => {
    const name = baseOf(file.path).toLowerCase();
    const start = text.indexOf(name);
    const end = start + name.length;
    if (start < 0 || !name.includes(".")) return [];
    const isPart =
      /[\p{L}\p{N}_.-]$/u.test(text.slice(0, start)) || /^[\p{L}\p{N}_]/u.test(text.slice(end));
    return isPart ? [] : [{ file, start, end }];
  });
  return found
    .filter((one) => {
      return !found.some(
        (other) =>
          other.start <= one.start &&
          one.end <= other.end &&
          other.end - other.start > one.end - one.start,
      );
    })
    .map(({ file }) => file);
}

function kindOf(words: readonly string[]): string {
  return words
    .map((word) =>
      /^(?:screenshot)/.test(word)
        ? "image"
        : /^(?:clip|film)/.test(word)
          ? "video"
          : /^archive/.test(word)
            ? "archive"
            : /^note/.test(word)
              ? "txt,md"
              : "audio",
    )
    .join(",");
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The words of a name, also where letters and digits meet. */
function tokensOf(name: string): string[] {
  const plain = name.normalize("NFKD").replace(/\p{M}+/gu, "");
  const camel = plain.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  const parts = camel.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return [...new Set([...parts, ...parts.flatMap((part) => part.match(/\p{L}+|\p{N}+/gu) ?? [])])];
}

function isIn(word: string, tokens: readonly string[]): boolean {
  return tokens.some((token) => isSame(word, token));
}

const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );
const SHORT: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...MONTHS.map((month): [string, string[]] => [month, [month.slice(0, 3)]]),
  ["resume", ["cv"]],
  ["curriculum", ["cv"]],
  ["picture", ["img", "pic"]],
  ["photo", ["img", "dsc", "pic"]],
  ["video", ["vid", "mov"]],
  ["document", ["doc"]],
  ["presentation", ["ppt"]],
]);

function isSame(word: string, token: string): boolean {
  if (word === token || stem(word) === stem(token)) return true;
  if (/^\d+$/.test(word)) return /^\d+$/.test(token) && Number(word) === Number(token);
  if (SHORT.get(word)?.includes(token)) return true;
  const base = stem(word);
  return base.length >= 4 && token.length > base.length && token.startsWith(base);
}

function isSlip(word: string, token: string): boolean {
  return word.length >= 4 && token.length >= 4 && isOneSlip(stem(word), stem(token));
}
