import { lstatSync, readdirSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { count, PlainError } from "../lib/answers.js";
import { change, moveWhole } from "../lib/change.js";
import { folderOf, typeFilter } from "../lib/kinds.js";
import { folderAt } from "./look.js";

const MAX_FILES = 10_000;
const MAX_NAME = 255;

/** The files right in a folder, each into a folder for its kind. */
export function organiseByType(call) {
  const root = folderAt(call.places, call.params.path);
  const moves = filesIn(root).map(({ name, bytes }) => ({
    from: join(root, name),
    to: join(root, folderOf(name), name),
    bytes,
  }));
  requireFree(moves);
  const folders = new Set(moves.map(({ to }) => basename(join(to, ".."))));
  const what = `${count(moves.length, "file")} in ${root} into ${count(folders.size, "folder")}`;
  return moveAll(call, moves, {
    would: `Would move ${what}`,
    did: `Moved ${what}`,
    ask: `This moves ${what}: ${[...folders].sort().join(", ")}.`,
    result: { folders: [...folders].sort() },
  });
}

/** Hidden files are left where programs look for them. */
function filesIn(root, filter = () => true) {
  const entries = readdirSync(root, { withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith(".") && filter(entry.name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
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
    const taken = !leaving.has(to) && lstatSync(to, { throwIfNoEntry: false }) !== undefined;
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

function moveAll(call, moves, { would, did, ask, result }) {
  return change(call, {
    would,
    did,
    ask: moves.length === 0 ? undefined : ask,
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
  const move = (from, to) => {
    moveWhole(from, to);
    done.push([from, to]);
  };
  try {
    const waiting = [];
    for (const [index, { from, to }] of moves.entries()) {
      const aside = leaving.has(to) ? join(dirname(from), `.${process.pid}.${index}.part`) : to;
      move(from, aside);
      if (aside !== to) waiting.push([aside, to]);
    }
    for (const [aside, to] of waiting) move(aside, to);
  } catch (error) {
    for (const [from, to] of done.reverse()) moveWhole(to, from);
    throw error;
  }
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
