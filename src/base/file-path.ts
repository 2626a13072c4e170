import { CapstanError } from "./errors.ts";

const MAX_LENGTH = 1_024;
const MAX_NAME = 255;

/**
 * A path in a session's file system, as it is stored: absolute, each name literally what was
 * written. Nothing is decoded, expanded or resolved, so that there is nothing to be fooled.
 */
export function filePath(text: string): string {
  const problem = problemOf(text);
  if (problem) {
    throw new CapstanError("PATH_INVALID", `"${text.slice(0, 200)}" is no path here: ${problem}`, {
      details: { field: "path" },
    });
  }
  // One spelling for each name: two that look the same must be the same file.
  const path = text.normalize("NFC").replace(/\/{2,}/g, "/");
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function problemOf(text: string): string | undefined {
  if (!text.startsWith("/")) return 'it must begin with "/".';
  if (text.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters.`;
  if (!text.isWellFormed()) return "it holds half of a surrogate pair.";
  if (HIDDEN.test(text)) return "it holds a character that cannot be seen.";
  const names = text.split("/");
  if (names.some((name) => name === "." || name === "..")) return '"." and ".." are not names.';
  if (names.some((name) => name.length > MAX_NAME)) return "one of its names is too long.";
  if (names.some((name) => name !== name.trim())) return "a name begins or ends with a space.";
  if (text.includes("\\")) return 'it holds a "\\".';
  return undefined;
}

/** Control characters, and those that change how the rest is shown. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folders that a path lies in, the outermost first, without the root. */
export function foldersAbove(path: string): string[] {
  const names = path.split("/").slice(1, -1);
  return names.map((_, index) => `/${names.slice(0, index + 1).join("/")}`);
}
