import { extname } from "node:path";

/** Kinds of files in words, and the folder that each is organised into. */
const KINDS = new Map([
  ["document", ["Documents", "pdf doc docx odt rtf txt md tex pages epub log"]],
  ["spreadsheet", ["Spreadsheets", "xls xlsx ods csv tsv numbers"]],
  ["presentation", ["Presentations", "ppt pptx odp key"]],
  ["image", ["Images", "jpg jpeg png gif webp bmp tif tiff svg heic heif avif ico raw psd"]],
  ["video", ["Videos", "mp4 mkv mov avi webm m4v mpg mpeg wmv flv"]],
  ["audio", ["Audio", "mp3 wav flac ogg m4a aac opus wma aiff mid"]],
  ["archive", ["Archives", "zip tar gz tgz bz2 xz 7z rar zst iso deb rpm dmg"]],
  [
    "code",
    ["Code", "js mjs cjs ts tsx jsx py rb go rs c h cpp hpp cs java kt swift sh sql php html css"],
  ],
  ["data", ["Data", "json jsonl yaml yml xml toml ini sqlite db parquet"]],
  ["font", ["Fonts", "ttf otf woff woff2"]],
]);

const OTHER = "other";
const KIND_OF = new Map();
for (const [kind, [, extensions]] of KINDS) {
  for (const extension of extensions.split(" ")) KIND_OF.set(extension, kind);
}

/** Plurals and other words that people use. */
const SAID = new Map([
  ...[...KINDS.keys()].map((kind) => [`${kind}s`, kind]),
  ["picture", "image"],
  ["pictures", "image"],
  ["photo", "image"],
  ["photos", "image"],
  ["movie", "video"],
  ["movies", "video"],
  ["music", "audio"],
  ["others", OTHER],
]);

export function extensionOf(name) {
  return extname(name).slice(1).toLowerCase();
}

export function kindOf(name) {
  return KIND_OF.get(extensionOf(name)) ?? OTHER;
}

/** The folder that files like this one are put into. */
export function folderOf(name) {
  return KINDS.get(kindOf(name))?.[0] ?? "Other";
}

export const FOLDERS = new Set([...KINDS.values()].map(([folder]) => folder)).add("Other");

/** "document", "images, pdf", ".jpg": kinds and extensions, as many as are wanted. */
export function typeFilter(text) {
  const words = String(text)
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== "" && word !== "files" && word !== "file")
    .map((word) => word.replace(/^\*?\./, ""));
  if (words.length === 0) return () => true;
  const kinds = new Set(
    words.map((word) => SAID.get(word) ?? word).filter((it) => it === OTHER || KINDS.has(it)),
  );
  const extensions = new Set(words.filter((word) => !kinds.has(SAID.get(word) ?? word)));
  return (name) => extensions.has(extensionOf(name)) || kinds.has(kindOf(name));
}
