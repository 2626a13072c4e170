import { posix } from "node:path";
import type { FoundString } from "./strings-in.ts";

/** The sets of facts about inputs, and what each takes from a string. */
export const FACT_SETS = {
  paths: pathsIn,
  hosts: hostsIn,
  commands: commandsIn,
  secrets: secretsIn,
} as const;

export type FactSet = keyof typeof FACT_SETS;

const NOWHERE = "nowhere.invalid";

/** No system takes a longer path. */
const MAX_PATH = 32_767;

function pathsIn({ text, roles }: FoundString): string[] {
  if (text === "" || !(roles.has("path") || looksLikePath(text))) return [];
  const path = text.normalize("NFC");
  return [path, normalized(path), ...fileUrlPath(path)];
}

function looksLikePath(text: string): boolean {
  if (text.length > MAX_PATH || text.includes("\n")) return false;
  return /[/\\]/.test(text) || /^(?:~|\.\.?$|[a-z]:$)/i.test(text);
}

/** Without `.`, `..`, doubled and trailing slashes, as far as the text alone can tell. */
function normalized(path: string): string {
  const clean = posix.normalize(path.replaceAll("\\", "/"));
  return clean.length > 1 && clean.endsWith("/") ? clean.slice(0, -1) : clean;
}

function fileUrlPath(text: string): string[] {
  const url = /^\s*file:/i.test(text) ? URL.parse(text) : null;
  if (!url) return [];
  try {
    return [normalized(decodeURIComponent(url.pathname).normalize("NFC"))];
  } catch {
    return [url.pathname];
  }
}

function hostsIn({ text, roles }: FoundString): string[] {
  const named = roles.has("host") && !text.includes("://") ? [`http://${text}`] : [];
  const embedded = roles.has("host") || roles.has("command") ? urlsWithin(text) : [];
  return [text, ...named, ...embedded].flatMap((url) => hostOf(url)).concat(relativeHost(text));
}

/** In a text that is more than a URL. */
function urlsWithin(text: string): string[] {
  return [...text.matchAll(/:\/\/([^\s/?#"'`<>|\\]+)/g)].map(([, host]) => `http://${host}`);
}

/** `//host/path` is a URL wherever one is expected. */
function relativeHost(text: string): string[] {
  if (!/[/\\]\s*[/\\]/.test(text)) return [];
  return hostOf(text, `http://${NOWHERE}`).filter((host) => host !== NOWHERE);
}

function hostOf(text: string, base?: string): string[] {
  const host = URL.parse(text, base)?.hostname.toLowerCase().replace(/\.$/, "");
  return host ? [host] : [];
}

function commandsIn({ text, roles }: FoundString): string[] {
  if (!roles.has("command")) return [];
  const [word = ""] = text.trim().split(/\s/, 1);
  const program = word.replace(/["']/g, "").split(/[/\\]/).at(-1) ?? "";
  return program === "" ? [text] : [text, program];
}

function secretsIn({ text }: FoundString): string[] {
  return [...text.matchAll(/\$\{secret:([A-Z][A-Z0-9_]{0,63})\}/g)].map(([, name = ""]) => name);
}
