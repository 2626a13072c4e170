import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  statSync,
} from "node:fs";
import { basename } from "node:path";
import { count, PlainError, sizeInWords } from "../lib/answers.js";
import { describe } from "../lib/describe.js";
import { filterOf, fitting, pageOf } from "../lib/filters.js";
import { extensionOf, kindOf } from "../lib/kinds.js";
import { leftOut, walk } from "../lib/walk.js";

/** As JSON: all of an answer has to fit into a megabyte. */
const MAX_READ = 900_000;
/** As base64 it takes a third more, and nobody reads it. */
const MAX_BINARY = 200_000;
const SAMPLE = 8_192;

/** The files of a folder that fit what is asked for, a page at a time. */
export function listFiles({ params, places, dryRun, progress }) {
  const { recursive = false } = params;
  const root = folderAt(places, params.path);
  const { byName, byStats } = filterOf(params);
  if (dryRun) return rehearsed(`Would list the files in ${root}`);
  const paths = [];
  const folders = [];
  const seen = walk(
    root,
    { recursive, progress, onFolder: (_path, name) => recursive || folders.push(name) },
    (path, name) => {
      if (byName && !byName(name)) return;
      if (byStats && !fits(byStats, path)) return;
      paths.push(path);
    },
  );
  const { part, ...rest } = pageOf(paths, params);
  const also = !recursive && folders.length > 0 ? ` and ${count(folders.length, "folder")}` : "";
  return {
    action_performed: `Listed ${count(paths.length, "file")}${also} in ${root}`,
    result: {
      files: part.map((path) => describe(path)),
      ...(!recursive && { folders: fitting(folders.slice(0, 1_000)) }),
      total: paths.length,
      ...rest,
      ...leftOut(seen),
    },
  };
}

/** Looking changes nothing: its rehearsal says what would be looked at. */
export function rehearsed(action_performed) {
  return { action_performed, result: { preview: [] } };
}

export function folderAt(places, text) {
  const root = places.existing(text);
  if (statSync(root).isDirectory()) return root;
  throw new PlainError("NOT_A_FOLDER", `"${basename(root)}" is a file, and a folder is needed.`);
}

export function fits(byStats, path) {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats !== undefined && byStats(stats);
}

/** A file, or a part of it, as text; what is no text as base64. */
export function readFile({ params, places, dryRun }) {
  const path = places.existing(params.path);
  // A pipe would wait for whoever writes to it, for good.
  if (!statSync(path).isFile()) {
    throw new PlainError("NOT_A_FILE", `"${basename(path)}" is not a file.`);
  }
  if (dryRun) return rehearsed(`Would read ${path}`);
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const offset = Math.min(Math.max(0, Math.floor(params.offset ?? 0)), size);
    const isText = !isBinary(take(file, 0, Math.min(SAMPLE, size)));
    const most = Math.min(params.length ?? MAX_READ, isText ? MAX_READ : MAX_BINARY);
    const bytes = take(file, offset, Math.min(most, size - offset));
    const kept = isText ? asMuchAsFits(bytes, offset + bytes.length >= size) : bytes;
    const next = offset + kept.length;
    return {
      action_performed: `Read ${sizeInWords(kept.length)} of ${path}`,
      result: {
        path,
        content: kept.toString(isText ? "utf8" : "base64"),
        encoding: isText ? "utf-8" : "base64",
        size_bytes: size,
        offset,
        length: kept.length,
        truncated: next < size,
        ...(next < size && { next_offset: next }),
      },
    };
  } finally {
    closeSync(file);
  }
}

function take(file, offset, length) {
  const bytes = Buffer.alloc(length);
  let at = 0;
  while (at < length) {
    const read = readSync(file, bytes, at, length - at, offset + at);
    if (read === 0) break;
    at += read;
  }
  return bytes.subarray(0, at);
}

export function isBinary(bytes) {
  return bytes.includes(0);
}

/** A line break takes two bytes as JSON, and what cannot be printed six. */
function asMuchAsFits(bytes, isLast) {
  const kept = atCharacter(bytes, isLast);
  const taken = Buffer.byteLength(JSON.stringify(kept.toString("utf8")));
  if (taken <= MAX_READ) return kept;
  return asMuchAsFits(bytes.subarray(0, Math.floor((bytes.length * MAX_READ) / taken) - 1), false);
}

/** Without the beginning of a character whose end is in the next part. */
function atCharacter(bytes, isLast) {
  if (isLast) return bytes;
  let end = bytes.length;
  for (let back = 1; back <= 4 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back];
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    if (length > back) end = bytes.length - back;
    break;
  }
  // Of a single character that does not fit, all is better than nothing.
  return end === 0 ? bytes : bytes.subarray(0, end);
}

export function getMetadata({ params, places, dryRun, progress }) {
  const path = places.itself(params.path);
  if (dryRun) return rehearsed(`Would look up what is known of ${path}`);
  const stats = lstatSync(path);
  const name = basename(path);
  const kind = stats.isDirectory()
    ? "folder"
    : stats.isSymbolicLink()
      ? "link"
      : stats.isFile()
        ? "file"
        : "other";
  return {
    action_performed: `Looked up what is known of ${path}`,
    result: {
      name,
      path,
      kind,
      ...(kind === "file" && { type: kindOf(name), extension: extensionOf(name) }),
      ...(kind === "link" && { leads_to: readlinkSync(path) }),
      ...(kind === "folder" && { entries: readdirSync(path).length }),
      // The size of a folder is that of the files in it.
      size_bytes: kind === "folder" ? bytesIn(path, progress) : stats.size,
      created: stats.birthtime.toISOString(),
      modified: stats.mtime.toISOString(),
      permissions: (stats.mode & 0o777).toString(8).padStart(3, "0"),
    },
  };
}

function bytesIn(folder, progress) {
  let bytes = 0;
  walk(folder, { progress }, (path) => {
    bytes += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
  });
  return bytes;
}
