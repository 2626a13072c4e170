import type { KnownFolder } from "../../model.ts";
import type { FoundFile } from "../file-set.ts";
import { sizeInWords } from "../say-file.ts";
import { momentOf } from "../say-time.ts";
import { type Described, ORDINALS } from "./described.ts";

const MOST_TOLD = 50;

/** A path as a person knows it: "Documents/invoices". */
export function sayPlace(path: string, folders: readonly KnownFolder[]): string {
  const [best] = folders
    .filter((folder) => path === folder.path || path.startsWith(`${folder.path}/`))
    .toSorted((a, b) => b.path.length - a.path.length);
  return best ? `${best.name}${path.slice(best.path.length)}` : path;
}

export function sayFiles(
  files: readonly FoundFile[],
  folders: readonly KnownFolder[],
  isCut: boolean,
  isDated = false,
): string {
  const lines = files.slice(0, MOST_TOLD).map((file) => `- ${sayFile(file, folders, isDated)}`);
  const more = files.length > MOST_TOLD ? [`- … and ${files.length - MOST_TOLD} more`] : [];
  const cut = isCut ? ["There may be more: I was told only a part of them."] : [];
  const count = files.length === 1 ? "One file:" : `${files.length} files:`;
  return [count, ...lines, ...more, ...cut].join("\n");
}

function sayFile(file: FoundFile, folders: readonly KnownFolder[], isDated: boolean): string {
  const size = file.size === undefined ? "" : `, ${sizeInWords(file.size)}`;
  const changed =
    isDated && file.changed !== undefined ? `, changed on ${sayChanged(file.changed)}` : "";
  return `${sayPlace(file.path, folders)}${size}${changed}`;
}

function sayChanged(changed: number): string {
  const iso = new Date(changed).toISOString();
  return `${momentOf(iso) ?? iso} UTC`;
}

export function sayOrdered(
  { order }: Described,
  files: readonly FoundFile[],
  root: string | undefined,
  folders: readonly KnownFolder[],
): string {
  const [only] = files;
  const where = root === undefined ? "" : ` in ${sayPlace(root, folders)}`;
  const isDated = order?.by === "time";
  if (files.length !== 1 || !only || !order) return sayFiles(files, folders, false, isDated);
  const place = order.skipped > 0 ? `${ORDINALS[order.skipped] ?? ""} ` : "";
  return `The ${place}${order.word} file${where} is ${sayFile(only, folders, isDated)}.`;
}

export function sayCount(
  what: Described,
  files: readonly FoundFile[],
  direct: readonly FoundFile[],
  root: string | undefined,
  folders: readonly KnownFolder[],
): string {
  return `${counted(files.length)}${which(what)}${where(files, direct, root, folders)}.`;
}

export function sayTotal(
  what: Described,
  files: readonly FoundFile[],
  direct: readonly FoundFile[],
  root: string | undefined,
  folders: readonly KnownFolder[],
): string {
  const total = files.reduce((sum, { size = 0 }) => sum + size, 0);
  return `${counted(files.length)}${which(what)}${where(files, direct, root, folders)}, together ${sizeInWords(total)}.`;
}

function where(
  files: readonly FoundFile[],
  direct: readonly FoundFile[],
  root: string | undefined,
  folders: readonly KnownFolder[],
): string {
  if (root === undefined) return "";
  const inside = files.length - direct.length;
  const name = sayPlace(root, folders);
  if (inside === 0) return ` in ${name}`;
  return direct.length === 0
    ? ` in the folders inside ${name}`
    : ` in ${name}: ${direct.length} directly in it and ${inside} in the folders inside`;
}

function counted(count: number): string {
  return count === 1 ? "1 file" : `${count} files`;
}

function which({ types, words }: Described): string {
  const kind = types === undefined ? "" : ` of type ${types.replaceAll(",", ", ")}`;
  return words.length > 0 ? `${kind} with "${words.join(" ")}"` : kind;
}

export function tellNone(
  what: Described,
  root: string | undefined,
  folders: readonly KnownFolder[],
  isEffect: boolean,
): string {
  const place = root === undefined ? "the folders that are open to me" : sayPlace(root, folders);
  const names = what.fileNames.join(" ").toLowerCase();
  const left = what.words.filter((word) => !names.includes(word)).join(" ");
  if (names !== "" && left !== "") {
    return `I do not know what "${left}" means for ${what.fileNames.join(" and ")}, and no file in ${place} has it in its name. I did nothing.`;
  }
  const words =
    what.words.length > 0 ? ` with "${what.words.join(" ")}" in its name` : " like that";
  const kind = what.types === undefined ? "file" : `${what.types} file`;
  const but = what.except ? ` but "${what.except.said}"` : "";
  return `I found no ${kind}${words} in ${place}${but}.${isEffect ? " I did nothing." : ""}`;
}
