import { lstatSync, readdirSync } from "node:fs";
import { PlainError } from "./answers.js";

const MAX_ENTRIES = 2_000_000;
const PROGRESS_MS = 250;
const PROGRESS_STEP = 2_000;

/**
 * Every file below a folder, in the order of names. Links are neither files nor followed: what they
 * lead to may lie outside. A folder that cannot be opened is left out, and counted; so is what has a name
 * that is no UTF-8, which nobody could ask for.
 */
export function walk(root, { recursive = true, progress, onFolder } = {}, each) {
  const tell = everySoOften(progress);
  const waiting = [root];
  const found = { files: 0, folders: 0, unreadable: 0, links: 0, odd: 0 };
  let entries = 0;
  while (waiting.length > 0) {
    const folder = waiting.pop();
    let list;
    try {
      list = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      if (folder === root) throw error;
      found.unreadable += 1;
      continue;
    }
    list.sort(byName);
    entries += list.length;
    if (entries > MAX_ENTRIES) {
      const message = "There are too many files to look at in one go. Name a folder inside it.";
      throw new PlainError("TOO_MANY_FILES", message);
    }
    const inside = [];
    const prefix = folder.endsWith("/") ? folder : `${folder}/`;
    for (const entry of list) {
      if (isOdd(prefix, entry.name)) found.odd += 1;
      else if (entry.isFile()) {
        found.files += 1;
        if (each(prefix + entry.name, entry.name, folder) === false) return found;
      } else if (entry.isDirectory()) {
        found.folders += 1;
        onFolder?.(prefix + entry.name, entry.name);
        if (recursive) inside.push(prefix + entry.name);
      } else if (entry.isSymbolicLink()) found.links += 1;
    }
    for (let at = inside.length - 1; at >= 0; at -= 1) waiting.push(inside[at]);
    tell(entries, (done) => `Looked at ${done} files and folders`);
  }
  return found;
}

function isOdd(prefix, name) {
  return name.includes("\ufffd") && !lstatSync(prefix + name, { throwIfNoEntry: false });
}

/** In bytes, not by language: the same order on every machine, and ten times as fast. */
function byName(one, other) {
  return one.name < other.name ? -1 : 1;
}

/** What of a walk could not be looked at. */
export function leftOut({ unreadable, odd }) {
  return {
    ...(unreadable > 0 && { unreadable_folders: unreadable }),
    ...(odd > 0 && { unreadable_names: odd }),
  };
}

/** Tells how far it has come, now and then. */
export function everySoOften(progress) {
  if (typeof progress !== "function") return () => {};
  let last = { at: Date.now(), done: 0 };
  return (done, words) => {
    const at = Date.now();
    if (at - last.at < PROGRESS_MS && done - last.done < PROGRESS_STEP) return;
    last = { at, done };
    progress({ message: words(done), done });
  };
}
