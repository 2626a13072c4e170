import type { JsonValue } from "../json.ts";
import type { Range } from "./redactor-ranges.ts";

/**
 * What a secret looks like (S43). In each pattern the first group is kept and the rest is hidden.
 * All take linear time: whatever may fail after it has read something is bounded, and what is
 * unbounded stands last and cannot fail.
 */

const REFERENCE = String.raw`\$\{secret:[A-Z][A-Z0-9_]{0,63}\}`;
const NOT_A_REFERENCE = String.raw`(?!(?:[a-z]{1,16}[ \t]{1,8})?${REFERENCE}(?:["'\s&,;\\)\]}>]|$))`;

const NAME = [
  "api[-_ ]?key",
  "pass(?:word|wd|phrase)",
  "(?:client|app|consumer|shared|signing|webhook)[-_ ]?secret",
  "(?:secret|access|private|account|encryption)[-_ ]?(?:access[-_ ]?)?key",
  "(?:auth|access|refresh|bearer|api)[-_ ]?token",
].join("|");
const QUOTE = String.raw`\\{0,3}["']`;
const IS = String.raw`(?:${QUOTE})?[ \t]{0,8}(?:=>|:=|==?|:)[ \t]{0,8}`;

const QUOTED = new RegExp(
  String.raw`((?:${NAME}|secret)${IS}(${QUOTE}))${NOT_A_REFERENCE}(?:(?!\2)(?:\\[^\n]|[^\\\n]))+`,
  "gi",
);
const BARE = new RegExp(
  String.raw`((?:${NAME})${IS}|secret[ \t]{0,8}=[ \t]{0,8})${NOT_A_REFERENCE}(?!${QUOTE})[^\s"'&,;\\]+`,
  "gi",
);
const AUTHORIZATION = new RegExp(
  String.raw`(authorization${IS}(?:${QUOTE})?(?:(?:bearer|basic|token|digest|apikey|negotiate)[ \t]{1,8})?)${NOT_A_REFERENCE}[^\s"',;\\]+`,
  "gi",
);
const COOKIE = /((?:set-)?cookie["']?[ \t]{0,8}:[ \t]{0,8}["']?)(?=[\w.-]{1,128}=)[^\n"'\\]+/gi;
const BEARER = /(\bbearer[ \t]{1,8})(?:(?=[a-z._~+/-]{0,128}\d)[\w.~+/-]{8,}|[\w.~+/-]{20,})=*/gi;
const URL_PASSWORD = new RegExp(
  String.raw`(:\/\/(?:${REFERENCE}|(?!${REFERENCE})[^\s/:@"'<>?#]){0,128}:)(?!${REFERENCE}@)[^\s/"'<>]{1,256}(?=@)`,
  "g",
);
const TOKEN = new RegExp(
  String.raw`()(?<![\w-])(?:${[
    String.raw`[spr]k-(?=[a-zA-Z_-]{0,128}\d)[\w-]{8,}`,
    String.raw`[spr]k-[\w-]{20,}`,
    String.raw`[spr]k_(?:live|test|prod)_\w{8,}`,
    "gh[pousr]_[A-Za-z0-9]{20,}",
    String.raw`github_pat_\w{20,}`,
    String.raw`glpat-[\w-]{16,}`,
    "npm_[A-Za-z0-9]{36,}",
    String.raw`xox[a-z]-[\w-]{10,}`,
    String.raw`(?:AKIA|ASIA)[A-Z0-9]{16}(?!\w)`,
    String.raw`AIza[\w-]{30,}`,
    String.raw`eyJ[\w-]{5,500}\.eyJ[\w-]{5,}(?:\.[\w-]*)?`,
    String.raw`cap_[\w-]{43}(?![\w-])`,
  ].join("|")})`,
  "g",
);
const PRIVATE_KEY =
  /()-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^-]*(?:-(?!----)[^-]*)*(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g;

const PATTERNS = [QUOTED, BARE, AUTHORIZATION, COOKIE, BEARER, URL_PASSWORD, TOKEN, PRIVATE_KEY];

/** A text without any of these matches none of the patterns. Most texts end here. */
const SUSPECT =
  /pass(?:w|phrase)|secret|key|token|authorization|bearer|cookie|:\/\/|[spr]k[-_]|gh[pousr]_|github_pat|glpat|npm_|xox|A[KS]IA|AIza|eyJ|cap_/i;

const NOTHING: readonly Range[] = [];

/** Beyond this many characters after its start, every pattern is recognised or never will be. */
export const PATTERN_REACH = 1_024;

export function findPatterns(text: string): readonly Range[] {
  if (!SUSPECT.test(text)) return NOTHING;
  return PATTERNS.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: match, 1: kept = "", index }) => ({
      from: index,
      start: index + kept.length,
      end: index + match.length,
    })),
  );
}

/** A key that says what its value is. Whole names only: `max_tokens` and `secret_name` are none. */
const SECRET_KEY =
  /^(?:x[-_]?)?(?:pass[-_ .]?(?:word|wd|phrase)|(?:client[-_ .]?)?secret|api[-_ .]?key|(?:proxy[-_ .]?)?authorization|(?:auth|access|refresh)[-_ .]?token|private[-_ .]?key|(?:set[-_ .]?)?cookie)$/i;

/** A reference says which secret is meant, not what it is; `Bearer ${secret:NAME}` does, too. */
const REFERENCE_ONLY = /^(?:[A-Za-z]{1,16} )?\$\{secret:[A-Z][A-Z0-9_]{0,63}\}$/;

const SHORTEST_KEY = 6;

export function isSecretKey(key: string): boolean {
  return key.length >= SHORTEST_KEY && SECRET_KEY.test(key);
}

/** Whether there is something to hide: a flag, nothing at all and a reference give nothing away. */
export function isTelling(value: JsonValue): boolean {
  if (value === null || value === "" || typeof value === "boolean") return false;
  return typeof value !== "string" || !REFERENCE_ONLY.test(value);
}
