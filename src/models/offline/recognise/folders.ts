import type { KnownFolder, MachinePath } from "../../model.ts";
import { overlaps, type Value } from "./value.ts";

const WELL_KNOWN = /^(?:downloads|documents|desktop|pictures|music|videos|movies|public)$/i;
const FILE_NAME = /^[^/\\]{1,200}\.[\p{L}\p{N}]{1,8}$/u;
const AND = /^(?:\s*,\s*(?:and\s+)?|\s+and\s+)$/i;
const IN = /^\s+(?:in|from|inside|within|under|of|on)\s+$/i;
const BEFORE =
  /\b(?:in|from|to|into|of|under|inside|on|does|open|is|list|show|search|organi[sz]e|tidy|up|sort|scan|check)\s+$/i;
const INSIDE = "(?:in|from|inside|within|under|of|on)";
const UNNAMED =
  /(?<![\p{L}\p{N}])(?:(?:the|my|our|a|your)\s+)?(?:(?:folder|directory)\s+(?:called|named)\s+(["'“‘]?)([\p{L}\p{N}][\p{L}\p{N} _.-]{0,60}?)["'”’]?(?=\s+(?:in|from|to|into|inside|under|and|larger|smaller|that|which)\b|[,.!?]|$)|(?:the|my|our)\s+([\p{L}\p{N}][\p{L}\p{N}_.&-]*(?:\s+[\p{L}\p{N}_.&-]+){0,2}?)\s+(?:folder|directory))(?![\p{L}\p{N}])/giu;
const THIS =
  /^(?:same|this|that|whole|entire|current|other|new|first|second|last|largest|biggest)$/i;

/**
 * Places that a person means by a word, below folders that are known: "my downloads", "the invoices
 * folder in Documents", "~/Documents". One that is named and not known has the detail "unknown".
 */
export function recogniseFolders(
  text: string,
  folders: readonly KnownFolder[] = [],
  values: readonly Value[] = [],
  machinePaths: readonly MachinePath[] = [],
): Value[] {
  const roots = folders.filter(({ path }) => path.startsWith("/"));
  const whole = wholePaths(text, machinePaths);
  const homes = (text.includes("~") ? inHome(text, roots) : []).filter(
    (it) => it.detail !== "unknown" || !whole.some((other) => overlaps(it, other)),
  );
  const named = roots.flatMap((root) => namedFolders(text, root));
  const plain = outermost([...homes, ...whole, ...named].filter((it) => !isInsideOf(it, values)));
  const below = subfolders(text, plain, roots);
  const known = outermost([...below, ...plain]);
  const files = filesIn(text, known, values);
  return [...files, ...known];
}

/** Whole paths of the machine, with the quotation marks around them. */
function wholePaths(text: string, machinePaths: readonly MachinePath[]): Value[] {
  return machinePaths.flatMap(({ said, path }) => {
    const pattern = new RegExp(
      `(?<=^|[\\s(])(["'“‘\`]?)${literally(said)}(["'”’\`]?)(?=[.,;:!?)]*(?:\\s|$))`,
      "gu",
    );
    const detail = /\.[\p{L}\p{N}]{1,8}$/u.test(path) ? "file" : "folder";
    return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      ...{ kind: "path" as const, value: path, detail },
      ...{ start: index, end: index + found.length },
    }));
  });
}

function namedFolders(text: string, { name, path }: KnownFolder): Value[] {
  const words = name.trim().split(/\s+/).map(literally).join("\\s+");
  const either = /s$/i.test(name) ? `${words}?` : words;
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_/~.-])(?:(?:my|the|our)\\s+)?(?:${either})((?:/[\\p{L}\\p{N}_.@+-]+)*/?)(?:\\s+(?:folder|directory|dir))?(?![\\p{L}\\p{N}_/-]|\\.\\p{L})`,
    "giu",
  );
  return [...text.matchAll(pattern)].flatMap(({ 0: whole, 1: rest = "", index }): Value[] => {
    if (rest.split("/").includes("..")) return [];
    // "documents larger than 1 MB" are files; "in documents" and "my documents" is a place.
    const isPlain = whole.toLowerCase() === whole && /^\p{L}+$/u.test(whole);
    const before = text.slice(Math.max(0, index - 12), index);
    if (isPlain && !BEFORE.test(before)) return [];
    const at = { start: index, end: index + whole.length };
    return [{ kind: "path", value: `${path}${rest.replace(/\/$/, "")}`, ...at, detail: "folder" }];
  });
}

/** "~/Documents/a" where Documents is known, or the home folder itself is. */
function inHome(text: string, roots: readonly KnownFolder[]): Value[] {
  const home =
    roots.find(({ name }) => /^(?:home|~)$/i.test(name))?.path ??
    roots
      .find(({ name, path }) => WELL_KNOWN.test(name) && path.endsWith(`/${name}`))
      ?.path.replace(/\/[^/]+$/, "");
  return [...text.matchAll(/(?<!\S)~(\/[^\s"'“”,;!?]*)?/gu)].map(
    ({ 0: whole, 1: rest = "", index }) => {
      const said = rest.replace(/[/.]+$/, "");
      const path = home === undefined ? undefined : `${home}${said}`;
      const isKnown =
        path && !said.includes("..") && roots.some((root) => isBelow(path, root.path));
      const at = {
        start: index,
        end: index + 1 + (rest === "" ? 0 : rest.replace(/[.]+$/, "").length),
      };
      return isKnown
        ? { kind: "path", value: path, ...at, detail: "folder" }
        : { kind: "path", value: whole, ...at, detail: "unknown" };
    },
  );
}

/** "the invoices folder in my documents" is one place; "the invoices folder" alone is none yet. */
function subfolders(
  text: string,
  places: readonly Value[],
  roots: readonly KnownFolder[],
): Value[] {
  return [...text.matchAll(UNNAMED)].flatMap((found): Value[] => {
    const name = (found[2] ?? found[3] ?? "").trim();
    const at = { start: found.index, end: found.index + found[0].length };
    if (
      name === "" ||
      THIS.test(name) ||
      places.some((it) => it.start < at.end && at.start < it.end)
    )
      return [];
    const parent = places.find(({ start, detail }) => {
      const between = text.slice(at.end, start);
      return (
        detail === "folder" &&
        start >= at.end &&
        new RegExp(`^\\s+${INSIDE}\\s+$`, "i").test(between)
      );
    });
    if (parent)
      return [
        {
          kind: "path",
          value: `${parent.value}/${name}`,
          start: at.start,
          end: parent.end,
          detail: "folder",
        },
      ];
    const same = roots.filter(({ path }) => path.toLowerCase().endsWith(`/${name.toLowerCase()}`));
    const [only] = same;
    if (only && same.length === 1)
      return [{ kind: "path", value: only.path, ...at, detail: "folder" }];
    return [{ kind: "path", value: found[0], ...at, detail: "unknown" }];
  });
}

/** "notes.txt in my documents". */
function filesIn(text: string, places: readonly Value[], values: readonly Value[]): Value[] {
  return places.flatMap((place): Value[] => {
    if (place.detail !== "folder") return [];
    const names = values.filter(({ kind, value, end }) => {
      const isName = kind === "path" || kind === "quoted";
      return isName && end < place.start && FILE_NAME.test(String(value));
    });
    const found: Value[] = [];
    let next = place.start;
    // "a.txt and b.txt in my documents": both are there.
    for (const file of names.toSorted((a, b) => b.start - a.start)) {
      const between = text.slice(file.end, next);
      if (!(found.length === 0 ? IN : AND).test(between)) break;
      const end = found.length === 0 ? place.end : file.end;
      found.push({
        kind: "path",
        value: `${place.value}/${file.value}`,
        start: file.start,
        end,
        detail: "file",
      });
      next = file.start;
    }
    return found;
  });
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith("/") ? root : `${root}/`);
}

function isInsideOf(it: Value, values: readonly Value[]): boolean {
  return values.some(
    ({ kind, start, end }) =>
      (kind === "quoted" || kind === "url") &&
      start <= it.start &&
      it.end <= end &&
      end - start > it.end - it.start,
  );
}

function outermost(values: readonly Value[]): Value[] {
  return values.filter(
    (value, at) =>
      !values.some(
        (other, n) =>
          n !== at &&
          other.start <= value.start &&
          value.end <= other.end &&
          (other.end - other.start > value.end - value.start || n < at),
      ),
  );
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
