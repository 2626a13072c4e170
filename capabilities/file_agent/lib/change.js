import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { count, PlainError, sizeInWords } from "./answers.js";

const MAX_SHOWN = 100;
/** From this many files on, a person says yes first. */
const MANY = 5;

let made = 0;

/** A name in the same folder that nobody has: what is made under it appears as a whole, or not at all. */
function besides(path) {
  made += 1;
  return join(dirname(path), `.${basename(path).slice(0, 100)}.${process.pid}.${made}.part`);
}

export function writeWhole(path, bytes) {
  mkdirSync(dirname(path), { recursive: true });
  const part = besides(path);
  const file = openSync(part, "wx", modeOf(path));
  try {
    let at = 0;
    while (at < bytes.length) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  renameSync(part, path);
}

function modeOf(path) {
  const before = lstatSync(path, { throwIfNoEntry: false });
  return before?.isFile() ? before.mode & 0o777 : 0o644;
}

/** Copies a file or a whole folder; links stay links. */
export function copyWhole(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  const part = besides(to);
  try {
    copyInto(from, part);
    if (lstatSync(to, { throwIfNoEntry: false })?.isDirectory()) rmSync(to, { recursive: true });
    renameSync(part, to);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw error;
  }
}

function copyInto(from, to) {
  const stats = lstatSync(from);
  if (stats.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (stats.isDirectory()) {
    mkdirSync(to);
    for (const name of readdirSync(from)) copyInto(join(from, name), join(to, name));
  } else if (stats.isFile()) copyFileSync(from, to, constants.COPYFILE_FICLONE);
  else throw new PlainError("NOT_A_FILE", `"${basename(from)}" is neither a file nor a folder.`);
}

/** Two folders that were opened one by one are two disks to a program: then it is copied, and removed. */
export function moveWhole(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  try {
    renameSync(from, to);
  } catch (error) {
    if (error?.code !== "EXDEV") throw error;
    copyWhole(from, to);
    rmSync(from, { recursive: true });
  }
}

/** All that a file or a folder is: how many files, and how many bytes. */
export function weigh(path) {
  const stats = lstatSync(path);
  if (!stats.isDirectory()) return { files: 1, bytes: stats.size };
  let [files, bytes] = [0, 0];
  for (const name of readdirSync(path)) {
    const inside = weigh(join(path, name));
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
