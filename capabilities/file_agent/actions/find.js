import { closeSync, lstatSync, openSync, readSync, statfsSync, statSync } from "node:fs";
import { relative, sep } from "node:path";
import { count, PlainError, sizeInWords } from "../lib/answers.js";
import { describe } from "../lib/describe.js";
import { filterOf, pageOf } from "../lib/filters.js";
import { kindOf } from "../lib/kinds.js";
import { everySoOften, leftOut, walk } from "../lib/walk.js";
import { fits, folderAt, isBinary, rehearsed } from "./look.js";

const MAX_SEARCHED = 50_000_000;
const CHUNK = 1 << 16;
const MAX_COPIES = 50;
const MAX_LINES = 3;
const MAX_LINE = 200;

/** Files by a part of their name, by what is in them, or both. */
export function searchFiles({ params, places, dryRun, progress }) {
  const { name, content } = params;
  const root = folderAt(places, params.path);
  if (!name && !content) {
    throw new PlainError("INVALID_PARAMS", 'Say what to look for: a "name", or a "content".');
  }
  const { byName, byStats } = filterOf(params);
  const named = name ? nameFilter(name) : undefined;
  const has = content ? contentFilter(content) : undefined;
  if (dryRun) return rehearsed(`Would search ${root}`);
  const paths = [];
  const skipped = { binary: 0, large: 0, unreadable: 0 };
  const tell = everySoOften(progress);
  let searched = 0;
  const seen = walk(root, { progress: content ? undefined : progress }, (path, own) => {
    if (named && !named(own)) return;
    if (byName && !byName(own)) return;
    if (byStats && !fits(byStats, path)) return;
    if (has) {
      searched += 1;
      tell(searched, (done) => `Searched ${done} files`);
      if (!has(path, skipped)) return;
    }
    paths.push(path);
  });
  const { part, ...rest } = pageOf(paths, params, {
    usual: 100,
    most: 1_000,
    weigh: (path) => 2 * Buffer.byteLength(path) + (content ? 2_000 : 200),
  });
  return {
    action_performed: `Found ${count(paths.length, "file")} among ${count(seen.files, "file")} in ${root}`,
    result: {
      files: part.map((path) => ({
        ...describe(path),
        ...(content && { lines: linesWith(path, content) }),
      })),
      total: paths.length,
      searched: seen.files,
      ...rest,
      ...leftOut(seen),
      ...(skipped.binary > 0 && { skipped_binary: skipped.binary }),
      ...(skipped.large > 0 && { skipped_large: skipped.large }),
      ...(skipped.unreadable > 0 && { skipped_unreadable: skipped.unreadable }),
    },
  };
}

/** A part of the name in either case; with * and ? it is the whole name. */
function nameFilter(name) {
  const wanted = name.toLowerCase();
  if (!/[*?]/.test(wanted)) return (own) => own.toLowerCase().includes(wanted);
  const parts = [...wanted];
  return (own) => matches(parts, own.toLowerCase());
}

/** In time of both lengths multiplied, whatever the pattern is. */
function matches(pattern, text) {
  let [at, in_, star, mark] = [0, 0, -1, 0];
  while (in_ < text.length) {
    if (pattern[at] === "*") {
      star = at;
      mark = in_;
      at += 1;
    } else if (pattern[at] === "?" || pattern[at] === text[in_]) {
      at += 1;
      in_ += 1;
    } else if (star >= 0) {
      at = star + 1;
      mark += 1;
      in_ = mark;
    } else return false;
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}

/** Whether a text is in a file, in either case; what is no text is skipped. */
function contentFilter(content) {
  const wanted = content.toLowerCase();
  const isAscii = /^[\x20-\x7e]+$/.test(content);
  const encoding = isAscii ? "latin1" : "utf8";
  const chunk = Buffer.allocUnsafe(CHUNK);
  return (path, skipped) => {
    let file;
    try {
      file = openSync(path, "r");
    } catch {
      skipped.unreadable += 1;
      return false;
    }
    try {
      const length = readSync(file, chunk, 0, CHUNK, 0);
      const start = chunk.subarray(0, length);
      if (isBinary(start.subarray(0, 8_192))) {
        skipped.binary += 1;
        return false;
      }
      if (length < CHUNK) return start.toString(encoding).toLowerCase().includes(wanted);
      return inLong(file, start);
    } catch {
      skipped.unreadable += 1;
      return false;
    } finally {
      closeSync(file);
    }

    /** In pieces that overlap by what is looked for. */
    function inLong(handle, first) {
      if (statSync(path).size > MAX_SEARCHED) {
        skipped.large += 1;
        return false;
      }
      const decoder = new TextDecoder(isAscii ? "latin1" : "utf-8");
      let kept = "";
      let bytes = first;
      let at = 0;
      while (bytes.length > 0) {
        const text = kept + decoder.decode(bytes, { stream: true }).toLowerCase();
        if (text.includes(wanted)) return true;
        kept = text.slice(-wanted.length);
        at += bytes.length;
        bytes = chunk.subarray(0, readSync(handle, chunk, 0, CHUNK, at));
      }
      return false;
    }
  };
}

function linesWith(path, content) {
  const wanted = content.toLowerCase();
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(Math.min(1_000_000, statSync(path).size));
    const text = bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0)).toString("utf8");
    const found = [];
    for (const [index, line] of text.split("\n").entries()) {
      const at = line.toLowerCase().indexOf(wanted);
      if (at < 0) continue;
      const from = Math.max(0, at - MAX_LINE / 2);
      found.push({ line: index + 1, text: line.slice(from, from + MAX_LINE).trim() });
      if (found.length === MAX_LINES) break;
    }
    return found;
  } finally {
    closeSync(file);
  }
}

/** What takes the room in a folder. */
export function diskUsage({ params, places, dryRun, progress }) {
  const root = folderAt(places, params.path);
  if (dryRun) return rehearsed(`Would add up the sizes in ${root}`);
  const largest = [];
  const byType = new Map();
  const byFolder = new Map();
  let bytes = 0;
  const add = (map, key, size) => {
    const sum = map.get(key) ?? { files: 0, bytes: 0 };
    map.set(key, { files: sum.files + 1, bytes: sum.bytes + size });
  };
  const seen = walk(root, { progress }, (path, name) => {
    const size = lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
    bytes += size;
    add(byType, kindOf(name), size);
    const [first, ...deeper] = relative(root, path).split(sep);
    if (deeper.length > 0) add(byFolder, first, size);
    if (largest.length < 10 || size > largest.at(-1).size) {
      largest.push({ path, size });
      largest.sort((one, other) => other.size - one.size);
      if (largest.length > 10) largest.pop();
    }
  });
  const disk = statfsSync(root);
  return {
    action_performed: `${count(seen.files, "file")} in ${root} take ${sizeInWords(bytes)}`,
    result: {
      path: root,
      total_bytes: bytes,
      files: seen.files,
      folders: seen.folders,
      by_type: sorted(byType, "type"),
      by_folder: sorted(byFolder, "name").slice(0, 50),
      largest: largest.map(({ path }) => describe(path)),
      ...leftOut(seen),
      disk: { size_bytes: disk.blocks * disk.bsize, free_bytes: disk.bavail * disk.bsize },
    },
  };
}

function sorted(map, key) {
  return [...map]
    .map(([name, sum]) => ({ [key]: name, ...sum }))
    .sort((one, other) => other.bytes - one.bytes);
}

/** Files with the same bytes: by size first, then by their beginning, then as a whole. */
export function findDuplicates({ params, places, dryRun, progress }) {
  const root = folderAt(places, params.path);
  const { byName, byStats } = filterOf(params);
  if (dryRun) return rehearsed(`Would look for files in ${root} that are there more than once`);
  const bySize = new Map();
  const seen = walk(root, { progress }, (path, name) => {
    if (byName && !byName(name)) return;
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats || stats.size === 0 || (byStats && !byStats(stats))) return;
    const same = bySize.get(stats.size);
    const id = `${stats.dev}:${stats.ino}`;
    // Two names of one file take its room once.
    if (!same) bySize.set(stats.size, new Map([[id, path]]));
    else if (!same.has(id)) same.set(id, path);
  });
  const tell = everySoOften(progress);
  let read = 0;
  const digestOf = (path, most) => {
    read += 1;
    tell(read, (done) => `Compared ${done} files`);
    return digest(path, most);
  };
  const groups = [];
  for (const [size, same] of bySize) {
    if (same.size < 2) continue;
    for (const alike of grouped([...same.values()], (path) => digestOf(path, 4_096))) {
      const equal = size <= 4_096 ? [alike] : grouped(alike, (path) => digestOf(path, size));
      for (const paths of equal) groups.push({ size, paths });
    }
  }
  groups.sort((one, other) => other.size * other.paths.length - one.size * one.paths.length);
  const wasted = groups.reduce((sum, { size, paths }) => sum + size * (paths.length - 1), 0);
  const { part, ...rest } = pageOf(groups, params, {
    usual: 50,
    most: 500,
    weigh: ({ paths }) => Buffer.byteLength(paths.slice(0, MAX_COPIES).join()) + 200,
  });
  return {
    action_performed: `Found ${count(groups.length, "group")} of equal files in ${root}, with ${sizeInWords(wasted)} more than needed`,
    result: {
      groups: part.map(({ size, paths }) => ({
        size_bytes: size,
        copies: paths.length,
        files: paths.slice(0, MAX_COPIES),
      })),
      total: groups.length,
      wasted_bytes: wasted,
      searched: seen.files,
      ...leftOut(seen),
      ...rest,
    },
  };
}

function grouped(paths, keyOf) {
  const groups = new Map();
  for (const path of paths) {
    const key = keyOf(path);
    if (key === undefined) continue;
    groups.set(key, [...(groups.get(key) ?? []), path]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Undefined for one that cannot be read, or is gone by now. */
function digest(path, most) {
  let file;
  try {
    file = openSync(path, "r");
    // Loading it takes 8 ms, and only this action needs it.
    const hash = process.getBuiltinModule("node:crypto").createHash("sha256");
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, most));
    let at = 0;
    while (at < most) {
      const length = readSync(file, chunk, 0, Math.min(chunk.length, most - at), at);
      if (length === 0) break;
      hash.update(chunk.subarray(0, length));
      at += length;
    }
    return hash.digest("hex");
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
