import { existsSync, lstatSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { PlainError } from "./answers.js";

const NOT_GRANTED = "I don't have access to that location";

/**
 * Where an action may look: the roots that a person opened, and the workspace. Every path goes through
 * here before anything is done with it.
 */
export function placesOf({ granted_paths: granted = [], workspace }) {
  const roots = [...granted, ...(workspace ? [workspace] : [])].map(real);
  const accessed = new Set();

  const isWithin = (path) =>
    roots.some((root) => path === root || path.startsWith(root === sep ? sep : root + sep));

  /** Before anything is looked up: who may not see a place is not told what is there. */
  function whole(text, name = "path") {
    if (typeof text !== "string" || text.trim() === "" || text.includes("\0")) {
      throw new PlainError("INVALID_PARAMS", `Say which file or folder: "${name}".`);
    }
    if (text.startsWith("~")) {
      throw new PlainError("INVALID_PARAMS", `Write the whole path instead of "${text}".`);
    }
    return isAbsolute(text) ? resolve(text) : resolve(workspace ?? "/", text);
  }

  function checked(path, asked) {
    if (!isWithin(path)) throw new PlainError("PATH_NOT_GRANTED", NOT_GRANTED, asked);
    accessed.add(path);
    return path;
  }

  /** With every link above it followed, and the last one not: that one is what is meant. */
  function entry(text, name) {
    const path = whole(text, name);
    const folder = nearest(dirname(path));
    const at = path === dirname(path) ? path : join(folder, basename(path));
    return checked(isWithin(path) || isWithin(at) ? at : path, path);
  }

  return {
    roots,
    workspace: workspace ? real(workspace) : undefined,
    accessed,

    /** Something that is there, links followed; outside, it is refused before it is looked for. */
    existing(text, name) {
      const at = atOutputs(entry(text, name), text);
      let found;
      try {
        found = realpathSync(at);
      } catch (error) {
        if (error?.code === "ENOENT") {
          const what = basename(at);
          throw new PlainError(
            "FILE_NOT_FOUND",
            `I couldn't find "${what}". It may have been moved or deleted.`,
          );
        }
        throw error;
      }
      return checked(found, at);
    },

    /** The entry itself, such as a link that is to be deleted. */
    itself(text, name) {
      const at = atOutputs(entry(text, name), text);
      if (!lstatSync(at, { throwIfNoEntry: false })) {
        throw new PlainError(
          "FILE_NOT_FOUND",
          `I couldn't find "${basename(at)}". It may have been moved or deleted.`,
        );
      }
      return at;
    },

    /** Where something new goes: a bare name goes to the outputs of the workspace. */
    target(text, name) {
      const at = entry(text, name);
      if (isAbsolute(text) || workspace === undefined) return at;
      if (existsSync(at) || relative(real(workspace), at).startsWith(`outputs${sep}`)) return at;
      return join(real(workspace), "outputs", relative(real(workspace), at));
    },

    isRoot: (path) => roots.includes(path),
    isWithin,
  };

  /** What was written by a bare name lies in the outputs, and is found by it again. */
  function atOutputs(path, text) {
    if (isAbsolute(text) || workspace === undefined) return path;
    if (lstatSync(path, { throwIfNoEntry: false })) return path;
    const written = join(real(workspace), "outputs", relative(real(workspace), path));
    return lstatSync(written, { throwIfNoEntry: false }) ? written : path;
  }
}

function real(path) {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** The real path of a folder that may not be there yet. */
function nearest(path) {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(nearest(above), basename(path));
  }
}
