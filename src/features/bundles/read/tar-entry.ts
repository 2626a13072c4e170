import { CapstanError } from "../../../base/errors.ts";
import { archivePath, type Placed } from "./archive-path.ts";
import { invalid } from "./bundle-errors.ts";

export type TarEntry = Placed & {
  readonly executable: boolean;
  readonly start: number;
  readonly size: number;
};

export const BLOCK = 512;
const OWNER_MAY_RUN = 0o100;
/** Of the headers that only describe the next entry: a path, and not much more. */
const MAX_DESCRIPTION = 64_000;

/** What the headers before an entry say of it, in place of its own fields. */
type Described = { path?: string; size?: number };

const NOT_FILES: ReadonlyMap<string, string> = new Map([
  ["1", "a hard link"],
  ["2", "a link"],
  ["3", "a device"],
  ["4", "a device"],
  ["5", "a folder"],
  ["6", "a pipe"],
]);

/**
 * The entries of a tar, as ustar, pax and GNU write them, each checked before a byte of it is used
 * (A33). Links and devices are refused, wherever they lead.
 */
export function* tarEntries(tar: Buffer): Generator<TarEntry> {
  let described: Described = {};
  let at = 0;
  while (at + BLOCK <= tar.length) {
    const header = tar.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return requireEnd(tar, at);
    requireChecksum(header);
    const type = String.fromCharCode(header[156] ?? 0);
    const isDescription = type === "x" || type === "g" || type === "L";
    const size = numberIn(header, 124, 12);
    if (!isDescription) requireSameSize(size, described);
    const start = at + BLOCK;
    if (start + size > tar.length) throw damaged("it ends in the middle of a file");
    at = start + Math.ceil(size / BLOCK) * BLOCK;
    const body = () => tar.subarray(start, start + size);
    if (type === "x") described = joined(described, readPax(body()));
    else if (type === "g") refuseGlobal(readPax(body()));
    else if (type === "L") described = joined(described, { path: textIn(body(), 0, size) });
    else {
      yield* entryOf(described.path ?? nameIn(header), type, header, { start, size });
      described = {};
    }
  }
  throw damaged("it has no end");
}

/** With two paths, some readers believe the first and some the last (A92). */
function joined(before: Described, next: Described): Described {
  if (before.path !== undefined && next.path !== undefined) {
    throw damaged("it gives two paths to one file");
  }
  return { ...before, ...next };
}

/** It is for sizes that do not fit into the header, which are over every limit here. */
function requireSameSize(size: number, described: Described): void {
  if (size !== (described.size ?? size)) throw damaged("it gives two sizes to one file");
}

function* entryOf(
  name: string,
  type: string,
  header: Buffer,
  place: { readonly start: number; readonly size: number },
): Generator<TarEntry> {
  const isFolder = type === "5" || name.endsWith("/");
  const isFile = (type === "0" || type === "\0" || type === "7") && !isFolder;
  if (!isFile && type !== "5") {
    const what = NOT_FILES.get(type) ?? "neither a file nor a folder";
    throw invalid(name, `is ${what}. Put the file itself into the archive.`);
  }
  if (isFolder && place.size > 0) throw invalid(name, "is a file and a folder.");
  // "./" is the folder that the archive was made of; some write "package/." for "package".
  const bare = name.replace(/^(?:\.\/)+/, "").replace(isFolder ? /(?:\/\.?)+$/ : /\/$/, "");
  if (isFolder && (bare === "" || bare === ".")) return;
  const executable = isFile && (numberIn(header, 100, 8) & OWNER_MAY_RUN) !== 0;
  yield { path: archivePath(bare), isFolder, executable, ...place };
}

function nameIn(header: Buffer): string {
  const name = textIn(header, 0, 100);
  const isUstar = header.subarray(257, 263).toString("latin1") === "ustar\0";
  const prefix = isUstar ? textIn(header, 345, 155) : "";
  return prefix === "" ? name : `${prefix}/${name}`;
}

function textIn(bytes: Buffer, start: number, length: number): string {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return (end === -1 ? field : field.subarray(0, end)).toString("utf8");
}

/** Octal digits. The form in binary is for sizes that are over every limit here. */
function numberIn(header: Buffer, start: number, length: number): number {
  const text = textIn(header, start, length).trim();
  if (!/^[0-7]*$/.test(text)) throw damaged("a number in it is none, or too large");
  return Number.parseInt(text || "0", 8);
}

/** `<length> <key>=<value>\n`, again and again. */
function readPax(bytes: Buffer): Described {
  if (bytes.byteLength > MAX_DESCRIPTION) throw damaged("a description in it is too long");
  const described: Described = {};
  let at = 0;
  while (at < bytes.length) {
    const space = bytes.indexOf(0x20, at);
    const digits = space === -1 ? "" : bytes.toString("latin1", at, space);
    const length = /^[1-9][0-9]{0,5}$/.test(digits) ? Number(digits) : 0;
    const record = bytes.toString("utf8", space + 1, at + length - 1);
    const equals = record.indexOf("=");
    if (at + length > bytes.length || space + 1 >= at + length || equals < 1) {
      throw damaged("a description in it cannot be read");
    }
    const [key, value] = [record.slice(0, equals), record.slice(equals + 1)];
    // Of a file with holes both the name and the bytes stand somewhere else.
    if (key.startsWith("GNU.sparse.")) throw damaged("it has a file with holes");
    if (key === "path") {
      if (described.path !== undefined) throw damaged("it gives two paths to one file");
      described.path = value;
    }
    if (key === "size") {
      if (!/^[0-9]{1,12}$/.test(value)) throw damaged("a number in it is none, or too large");
      described.size = Number(value);
    }
    at += length;
  }
  return described;
}

/** It would rename every file that follows. What git writes there is a comment. */
function refuseGlobal({ path, size }: Described): void {
  if (path !== undefined || size !== undefined) {
    throw damaged("it gives one path to several files");
  }
}

/** Behind the end some readers go on, and find other files (A92). */
function requireEnd(tar: Buffer, at: number): void {
  if (tar.subarray(at).some((byte) => byte !== 0)) throw damaged("something follows its end");
}

function requireChecksum(header: Buffer): void {
  let sum = 0;
  for (const [place, byte] of header.entries()) {
    sum += place >= 148 && place < 156 ? 0x20 : byte;
  }
  if (numberIn(header, 148, 8) !== sum) throw damaged("a checksum in it is wrong");
}

function damaged(why: string): CapstanError {
  return new CapstanError(
    "BUNDLE_INVALID",
    `The tar archive cannot be used: ${why}. Make it anew.`,
  );
}
