import type { Word } from "../words.ts";
import type { Value } from "./value.ts";

/** What people call kinds of files, and the word for each that tools know. */
const KINDS: readonly (readonly [kind: string, said: string, extensions: string])[] = [
  [
    "image",
    "image picture photo photograph pic screenshot snapshot selfie snap",
    "jpg jpeg png gif webp bmp tif tiff svg heic heif avif",
  ],
  ["video", "video movie film clip vid", "mp4 mkv mov avi webm m4v mpg mpeg wmv"],
  ["audio", "audio song music track recording tune", "mp3 wav flac ogg m4a aac opus wma"],
  ["archive", "archive", "zip tar gz tgz bz2 xz 7z rar iso dmg"],
  ["spreadsheet", "spreadsheet excel", "xls xlsx ods csv tsv"],
  ["presentation", "presentation slideshow slide powerpoint", "ppt pptx odp"],
  ["document", "document doc", "pdf docx odt rtf txt md epub"],
];
const OTHERS = "json yaml yml xml html css js ts py sh sql log";
const EXTENSIONS = new Set([
  ...KINDS.flatMap(([, , list]) => list.split(" ")),
  ...OTHERS.split(" "),
]);
/** Endings that are words as well: only in the plural or with a dot. */
const WORDS = new Set("log key pages ts js md sh gz".split(" "));
const SAID = new Map(
  KINDS.flatMap(([kind, said]) =>
    said.split(" ").flatMap((word) => [[word, kind] as const, [`${word}s`, kind] as const]),
  ),
);
/** Two words for one kind; "word" and "text" alone are none. */
const PAIRS: ReadonlyMap<string, string> = new Map([
  ["word", "docx,doc"],
  ["text", "txt"],
  ["zip", "zip"],
  ["installer", "exe,msi,dmg,pkg,deb,rpm"],
  ["installation", "exe,msi,dmg,pkg,deb,rpm"],
  ["setup", "exe,msi,dmg,pkg"],
  ["markdown", "md"],
]);
const FILES = /^(?:files?|docs?|documents?)$/;

/** "pdfs", "photos", ".jpg files": kinds of files, several as one value. */
export function recogniseFileTypes(text: string, words: readonly Word[]): Value[] {
  const values: Value[] = [];
  let pairEnd = 0;
  for (const [at, first] of words.entries()) {
    if (first.start < pairEnd) continue;
    const next = words[at + 1];
    const paired = next && FILES.test(next.plain) ? PAIRS.get(first.plain) : undefined;
    const type = paired ?? typeOf(first, text, next);
    if (!type) continue;
    const word = paired && next ? { ...first, end: next.end } : first;
    pairEnd = word.end;
    const isDotted = text[word.start - 1] === ".";
    const start =
      word.start - (isDotted ? 1 : 0) - (isDotted && text[word.start - 2] === "*" ? 1 : 0);
    if (/[\p{L}\p{N}_/\\.-]/u.test(text[start - 1] ?? " ")) continue;
    const last = values.at(-1);
    const between = last ? text.slice(last.end, start) : "";
    if (last && /^(?:\s*(?:,|and|or|&)\s*)+(?:the\s+|all\s+(?:the\s+)?)?$/i.test(between)) {
      values[values.length - 1] = { ...last, value: `${last.value},${type}`, end: word.end };
    } else values.push({ kind: "filetype", value: type, start, end: word.end });
  }
  return values;
}

function typeOf(
  { plain, start, end }: Word,
  text: string,
  next: Word | undefined,
): string | undefined {
  // "report.pdf" is a name.
  if (/^[.\p{L}\p{N}_-]*\.\p{L}/u.test(text.slice(end, end + 1) + (text[end + 1] ?? "")))
    return undefined;
  const kind = SAID.get(plain);
  if (kind) return kind;
  const isDotted = text[start - 1] === "." && /[\s*(]|^$/.test(text[start - 2] ?? "");
  const single =
    plain.endsWith("s") && EXTENSIONS.has(plain.slice(0, -1)) ? plain.slice(0, -1) : plain;
  if (!EXTENSIONS.has(single)) return undefined;
  const isMany = single !== plain || isDotted || /^files?$/.test(next?.plain ?? "");
  return isMany || !WORDS.has(single) ? single : undefined;
}
