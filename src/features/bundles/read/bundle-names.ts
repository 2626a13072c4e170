import { invalid } from "./bundle-errors.ts";

const MAX_NAME_BYTES = 255;

/** Controls, line separators, and what changes how the rest is shown. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/** One name of a path as a bundle has it: in NFC, and nothing that a machine might read as more. */
export function bundleName(raw: string, folder: readonly string[]): string {
  const problem = problemOf(raw);
  if (problem !== undefined) throw invalid([...folder, raw].join("/"), problem);
  return raw.normalize("NFC");
}

function problemOf(name: string): string | undefined {
  if (name === "" || name === "." || name === "..") {
    return 'has a name that is empty, "." or "..". Give it another.';
  }
  if (name.includes("/") || name.includes("\\")) {
    return 'has a name with "/" or "\\" in it. Rename it.';
  }
  // What was not UTF-8 was read as U+FFFD.
  if (!name.isWellFormed() || name.includes("\ufffd"))
    return "has a name that is not UTF-8. Rename it.";
  if (HIDDEN.test(name)) return "has a name with a character that cannot be seen. Rename it.";
  if (Buffer.byteLength(name.normalize("NFC")) > MAX_NAME_BYTES) {
    return `has a name of more than ${MAX_NAME_BYTES} bytes. Shorten it.`;
  }
  return undefined;
}

/**
 * How a system would compare a name, or a path, that ignores case, spells accents in another way, or
 * drops dots and spaces at the end of a name.
 */
export function foldedName(name: string): string {
  const folded = name.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
  return folded.replaceAll(/[. ]+(?=\/|$)/g, "");
}

type Taken = { readonly path: string; readonly kind: "file" | "folder" };

/**
 * Makes sure that every path means one thing on every system: not two spellings of one name, not a
 * file that is a folder too, not one file twice.
 */
export function createNameKeeper(): (path: readonly string[]) => void {
  const taken = new Map<string, Taken>();

  function take(path: string, kind: Taken["kind"]): void {
    const key = foldedName(path);
    const before = taken.get(key);
    if (!before) return void taken.set(key, { path, kind });
    if (before.path !== path) {
      throw invalid(path, `and "${before.path}" are one name on some systems. Rename one of them.`);
    }
    if (before.kind !== kind) throw invalid(path, "is a file and a folder. Rename one of them.");
    if (kind === "file")
      throw invalid(path, "is there twice, or in two spellings. Remove one of them.");
  }

  return (path) => {
    for (let end = 1; end < path.length; end++) take(path.slice(0, end).join("/"), "folder");
    take(path.join("/"), "file");
  };
}
