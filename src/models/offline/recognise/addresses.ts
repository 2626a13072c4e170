import type { Value, ValueKind } from "./value.ts";

const CHUNK = /[^\s"“”„«»`<>()]+/gu;
const TRAILING = /[.,;:!?']+$/;
const URL_LIKE = /^https?:\/\/[^\s/]+/i;
const EMAIL = /^[^\s@,;:]+@[^\s@.,;:]+(?:\.[^\s@.,;:]+)+$/;
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/i;
const FILE = /^[\p{L}\p{N}_~.-]*[\p{L}\p{N}_]\.[a-z][a-z0-9]{0,7}$/iu;
const FOLDERS = /^(?:~|\.{1,2})?\/?[\p{L}\p{N}_.@+-]+(?:\/[\p{L}\p{N}_.@+-]+)*\/?$/u;
const TOP_LEVEL = new Set(
  "com org net io dev app ai co edu gov info biz example internal local lan test de uk fr eu ch at us cn jp".split(
    " ",
  ),
);
const LONGEST = 2_048;

const CALLED =
  /\b(?:file|folder|directory)\s+(?:called|named)\s+([\p{L}\p{N}_-]{1,64})(?![\p{L}\p{N}_./-])/giu;

/** URLs, mail addresses, host names, paths and patterns of paths. */
export function recogniseAddresses(text: string): Value[] {
  const called = [...text.matchAll(CALLED)].map(({ 0: whole, 1: value = "", index }): Value => {
    const end = index + whole.length;
    return { kind: "path", value, start: end - value.length, end };
  });
  return [...called, ...chunksOf(text)];
}

function chunksOf(text: string): Value[] {
  return [...text.matchAll(CHUNK)].flatMap(({ 0: chunk, index }) => {
    const lead = /^'+/.exec(chunk)?.[0].length ?? 0;
    const value = chunk.slice(lead).replace(TRAILING, "");
    if (value.length === 0 || value.length > LONGEST) return [];
    // A slash between numbers divides.
    if (value === "/" && /\d\s*$/.test(text.slice(Math.max(0, index - 4), index))) return [];
    const at = { value, start: index + lead, end: index + lead + value.length };
    return kindsOf(value).map((kind): Value => ({ kind, ...at }));
  });
}

function kindsOf(chunk: string): ValueKind[] {
  if (URL_LIKE.test(chunk)) return ["url"];
  if (EMAIL.test(chunk)) return ["email"];
  if (/[*?]/.test(chunk)) return /[\p{L}/]/u.test(chunk) ? ["glob"] : [];
  if (/^\d+(?:[./]\d+)*$/.test(chunk)) return [];
  if (chunk.includes("/")) return isPath(chunk) ? ["path"] : [];
  const kinds: ValueKind[] = [];
  const isTopLevel = TOP_LEVEL.has(chunk.slice(chunk.lastIndexOf(".") + 1).toLowerCase());
  if (HOST.test(chunk) && (isTopLevel || chunk.split(".").length > 2)) kinds.push("host");
  if (FILE.test(chunk) && !isTopLevel) kinds.push("path");
  return kinds;
}

function isPath(chunk: string): boolean {
  if (chunk === "/") return true;
  return FOLDERS.test(chunk) && /\p{L}/u.test(chunk);
}
