import { lstatSync, readdirSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { count, PlainError, withRest } from "../lib/answers.js";
import { besides, change, makeFolders, moveWhole } from "../lib/change.js";
import { folderOf, typeFilter } from "../lib/kinds.js";
import { isOneEntry } from "./change-one.js";
import { folderAt } from "./look.js";

const MAX_FILES = 10_000;
const MAX_NAME = 255;
/** 2 before 10, so that files that were numbered once keep their numbers. */

/** The files right in a folder, each into a folder for its kind. */
export function organiseByType(call) {
  const root = folderAt(call.places, call.params.path);
  const moves = filesIn(root).map(({ name, bytes }) => ({
    from: join(root, name),
    to: join(root, folderOf(name), name),
    bytes,
  }));
  const folders = new Set(moves.map(({ to }) => basename(dirname(to))));
  for (const folder of folders) requireFolder(join(root, folder));
  requireFree(moves);
  const what = `${count(moves.length, "file")} in ${root} into ${count(folders.size, "folder")}`;
  return moveAll(call, moves, {
    nothing: `There is nothing to organise in ${root}`,
    would: `Would move ${what}`,
    did: `Moved ${what}`,
    ask: `This moves ${what}: ${[...folders].sort().join(", ")}.`,
    result: { folders: [...folders].sort() },
  });
}

function requireFolder(path) {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (!there || there.isDirectory()) return;
  const message = `"${basename(path)}" is not a folder, and a folder of that name is needed. Rename it first. Nothing was changed.`;
  throw new PlainError("FILE_EXISTS", message);
}

/** Hidden files are left where programs look for them; so are those whose names are no UTF-8. */
function filesIn(root, filter = () => true) {
  const entries = readdirSync(root, { withFileTypes: true });
  // Made here: it takes several ms, which an action that sorts nothing need not wait for.
  const order = new Intl.Collator("en", { numeric: true });
  const files = entries
    .filter(({ name }) => !name.startsWith(".") && !name.includes("\ufffd") && filter(name))
    .filter((entry) => entry.isFile())
    .sort((one, other) => order.compare(one.name, other.name));
  if (files.length > MAX_FILES) {
    const most = MAX_FILES.toLocaleString("en");
    throw new PlainError("TOO_MANY_FILES", `I change at most ${most} files at once.`);
  }
  return files.map(({ name }) => ({ name, bytes: lstatSync(join(root, name)).size }));
}

/** Nothing is ever replaced: one name that is taken, and nothing is done at all. */
function requireFree(moves) {
  const leaving = new Set(moves.map(({ from }) => from));
  const targets = new Set();
  for (const { from, to } of moves) {
    const there = lstatSync(to, { throwIfNoEntry: false }) !== undefined;
    const taken = there && !leaving.has(to) && !isOneEntry(from, to);
    if (!taken && !targets.has(to)) {
      targets.add(to);
      continue;
    }
    const why = taken
      ? "there is one of that name already"
      : "another file would get that name too";
    const message = `"${basename(from)}" cannot become "${basename(to)}": ${why}. Nothing was changed.`;
    throw new PlainError("FILE_EXISTS", message);
  }
}

function moveAll(call, moves, { nothing, would, did, ask, result }) {
  const isEmpty = moves.length === 0;
  return change(call, {
    would: isEmpty ? nothing : would,
    did: isEmpty ? nothing : did,
    ask: isEmpty ? undefined : ask,
    items: moves.map(({ from, to }) => ({ from, to })),
    files: moves.length,
    bytes: moves.reduce((sum, { bytes }) => sum + bytes, 0),
    act: () => perform(moves),
    result,
  });
}

/**
 * A name that is still taken by another of them waits under a name of its own. When one of them fails,
 * all that were moved go back.
 */
function perform(moves) {
  const leaving = new Set(moves.map(({ from }) => from));
  const done = [];
  const folders = [];
  const move = (from, to) => {
    moveWhole(from, to);
    done.push([from, to]);
  };
  try {
    for (const folder of new Set(moves.map(({ to }) => dirname(to)))) {
      folders.push(makeFolders(folder));
    }
    const waiting = [];
    for (const { from, to } of moves) {
      const aside = leaving.has(to) ? besides(from) : to;
      move(from, aside);
      if (aside !== to) waiting.push([aside, to]);
    }
    for (const [aside, to] of waiting) move(aside, to);
  } catch (error) {
    const stuck = done.reverse().filter(([from, to]) => !isPutBack(from, to));
    for (const remove of folders) remove();
    throw withRest(error, whatIsLeft(stuck));
  }
}

function isPutBack(from, to) {
  try {
    moveWhole(to, from);
    return true;
  } catch {
    return false;
  }
}

function whatIsLeft(stuck) {
  if (stuck.length === 0) return "Nothing was changed.";
  const shown = stuck.slice(0, 3).map(([from, to]) => `${from} is at ${to} now`);
  return `${count(stuck.length, "file")} could not be put back: ${shown.join("; ")}.`;
}

/** A part of each name by another, or all names by a pattern. */
export function bulkRename(call) {
  const { params, places } = call;
  const root = folderAt(places, params.path);
  const filter = params.type === undefined ? undefined : typeFilter(params.type);
  const rename = renaming(params);
  const moves = filesIn(root, filter)
    .map(({ name, bytes }, index) => ({ name, to: rename(name, index), bytes }))
    .filter(({ name, to }) => name !== to);
  for (const { name, to } of moves) {
    if (
      to === "" ||
      to === "." ||
      to === ".." ||
      /[/\0]/.test(to) ||
      Buffer.byteLength(to) > MAX_NAME
    ) {
      throw new PlainError(
        "INVALID_PARAMS",
        `"${name}" would get a name that cannot be: "${to.slice(0, 100)}".`,
      );
    }
  }
  const paths = moves.map(({ name, to, bytes }) => ({
    from: join(root, name),
    to: join(root, to),
    bytes,
  }));
  requireFree(paths);
  const what = `${count(moves.length, "file")} in ${root}`;
  return moveAll(call, paths, {
    nothing: `No file in ${root} would get another name`,
    would: `Would rename ${what}`,
    did: `Renamed ${what}`,
    ask: `This renames ${what}, such as "${moves[0]?.name}" to "${moves[0]?.to}".`,
    result: {},
  });
}

function renaming({ find, replace, pattern }) {
  if (typeof pattern === "string" && pattern !== "") return byPattern(pattern);
  if (typeof find !== "string" || find === "" || typeof replace !== "string") {
    const message = 'Say what to change: "find" and "replace", or a "pattern" such as holiday-{n}.';
    throw new PlainError("INVALID_PARAMS", message);
  }
  return (name) => name.replaceAll(find, () => replace);
}

/** {name} is the name without its extension, {ext} that, {n} a number, {n:3} one with three digits. */
function byPattern(pattern) {
  if (!/\{n(?::\d)?\}|\{name\}/.test(pattern)) {
    const message = 'The "pattern" needs {n} or {name} in it: all files would get one name.';
    throw new PlainError("INVALID_PARAMS", message);
  }
  const keepsEnding = !pattern.includes("{ext}");
  return (name, index) => {
    const ending = extname(name);
    const own = basename(name, ending);
    const made = pattern
      .replaceAll(/\{n(?::(\d))?\}/g, (_all, digits = "1") =>
        String(index + 1).padStart(Number(digits), "0"),
      )
      .replaceAll("{ext}", () => ending.slice(1))
      .replaceAll("{name}", () => own);
    return keepsEnding ? made + ending : made;
  };
}
