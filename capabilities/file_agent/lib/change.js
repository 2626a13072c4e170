import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { count, PlainError, sizeInWords } from "./answers.js";

const MAX_SHOWN = 100;
/** From this many files on, a person says yes first. */
const MANY = 5;

let made = 0;

/** A name in the same folder that nobody has. It is short: beside a long name nothing would fit. */
export function besides(path) {
  made += 1;
  return join(dirname(path), `.${Date.now().toString(36)}-${made}.part`);
}

/** Makes what is done under another name appear as a whole, or not at all. */
function asWhole(path, make) {
  const removeFolders = makeFolders(dirname(path));
  const part = besides(path);
  try {
    make(part);
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    removeFolders();
    throw error;
  }
}

/** The folder with all above it; answers how to remove those that were not there. */
export function makeFolders(folder) {
  const first = mkdirSync(folder, { recursive: true });
  return () => {
    if (first === undefined) return;
    try {
      for (let at = folder; at.length >= first.length; at = dirname(at)) rmdirSync(at);
    } catch {
      // Somebody else has put something there.
    }
  };
}

export function writeWhole(path, bytes) {
  asWhole(path, (part) => {
    const file = openSync(part, "wx", modeOf(path));
    try {
      let at = 0;
      while (at < bytes.length) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  });
}

function modeOf(path) {
  const before = lstatSync(path, { throwIfNoEntry: false });
  return before?.isFile() ? before.mode & 0o777 : 0o644;
}

/** Copies a file or a whole folder; links stay links. */
export function copyWhole(from, to) {
  asWhole(to, (part) => copyInto(from, part));
}

function copyInto(from, to, keepsTimes = false) {
  const stats = lstatSync(from);
  if (stats.isSymbolicLink()) symlinkSync(readlinkSync(from, { encoding: "buffer" }), to);
  else if (stats.isDirectory()) {
    mkdirSync(to);
    for (const name of namesIn(from)) copyInto(within(from, name), within(to, name), keepsTimes);
  } else if (stats.isFile()) copyFileSync(from, to, constants.COPYFILE_FICLONE);
  else throw new PlainError("NOT_A_FILE", `"${nameOf(from)}" is neither a file nor a folder.`);
  if (!keepsTimes) return;
  const setTimes = stats.isSymbolicLink() ? lutimesSync : utimesSync;
  setTimes(to, stats.atime, stats.mtime);
}

/** As bytes: a name may be no UTF-8, and then no text is its name. */
function namesIn(folder) {
  return readdirSync(folder, { encoding: "buffer" });
}

function within(folder, name) {
  return Buffer.concat([Buffer.from(folder), Buffer.from("/"), name]);
}

function nameOf(path) {
  return basename(path.toString());
}

/** Two folders that were opened one by one are two disks to a program: then it is copied, and removed. */
export function moveWhole(from, to) {
  const removeFolders = makeFolders(dirname(to));
  try {
    const isOneFile = isSameFile(from, to);
    renameSync(from, to);
    // Of two names of one file, the system leaves both.
    if (isOneFile && isSameFile(from, to)) rmSync(from);
  } catch (error) {
    if (error?.code !== "EXDEV") {
      removeFolders();
      throw error;
    }
    requireRemovable(from);
    asWhole(to, (part) => copyInto(from, part, true));
    removeMoved(from, to);
  }
}

function isSameFile(one, other) {
  const [first, second] = [one, other].map((path) => lstatSync(path, { throwIfNoEntry: false }));
  return first?.nlink > 1 && first.ino === second?.ino && first.dev === second.dev;
}

/** Before anything is copied: what cannot be removed cannot be moved. */
function requireRemovable(path) {
  accessSync(dirname(path.toString()), constants.W_OK);
  requireOpen(path);
}

function requireOpen(path) {
  if (!lstatSync(path).isDirectory()) return;
  accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  for (const name of namesIn(path)) requireOpen(within(path, name));
}

function removeMoved(from, to) {
  try {
    rmSync(from, { recursive: true });
  } catch {
    const message = `All of "${nameOf(from)}" is at ${to} now. Where it was, it could not be removed, or not all of it.`;
    throw new PlainError("PARTLY_DONE", message);
  }
}

/** Deletes a file or a whole folder. Where that ends in the middle, it says how far it came. */
export function deleteWhole(path) {
  const before = weigh(path).files;
  try {
    rmSync(path, { recursive: lstatSync(path).isDirectory() });
  } catch (error) {
    const left = lstatSync(path, { throwIfNoEntry: false }) ? weigh(path).files : 0;
    if (left === before) throw error;
    const message = `I deleted ${count(before - left, "file")} in "${basename(path)}", and could not delete the other ${left}.`;
    throw new PlainError("PARTLY_DONE", message);
  }
}

/** All that a file or a folder is: how many files, and how many bytes. */
export function weigh(path) {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return { files: 1, bytes: stats.size };
  let [files, bytes] = [0, 0];
  for (const name of namesIn(path)) {
    const inside = weigh(within(path, name));
    files += inside.files;
    bytes += inside.bytes;
  }
  return { files, bytes };
}

/**
 * The way of every change: a rehearsal says what would happen, what is grave or many is asked about
 * first, and only then is it done.
 */
export function change(call, { would, did, ask, items, files, bytes, act, result = {} }) {
  const preview = {
    files,
    bytes,
    preview: items.slice(0, MAX_SHOWN),
    truncated: items.length > MAX_SHOWN,
  };
  if (call.dryRun) {
    return { action_performed: would, result: { ...preview, ...result }, files, bytes };
  }
  if ((ask !== undefined || files >= MANY) && !call.confirmed) {
    const prompt = ask ?? `${would}. That is ${count(files, "file")} (${sizeInWords(bytes)}).`;
    return { confirmation: prompt, result: preview };
  }
  act();
  return { action_performed: did, result: { files, bytes, ...result }, files, bytes };
}
