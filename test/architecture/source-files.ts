import { globSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";

export type SourceFile = {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
};

export const ROOT = resolve(import.meta.dirname, "../..");

/** What ships: everything in `src` but its tests. */
export function readSources(): SourceFile[] {
  return readFiles("src/**/*.ts").filter(({ path }) => !path.endsWith(".test.ts"));
}

export function readFiles(...patterns: string[]): SourceFile[] {
  return globSync(patterns, { cwd: ROOT, exclude: ["**/node_modules/**"] })
    .map((path) => path.split(sep).join("/"))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
}

/** The text with every comment blanked; each character that stays is where it was. */
export function withoutComments(text: string): string {
  return text.replace(TOKENS, (token) => (isComment(token) ? blank(token) : token));
}

/** What the comments of a text say. */
export function commentsOnly(text: string): string {
  return (text.match(TOKENS) ?? []).filter(isComment).join("\n");
}

/** The text with every comment blanked, and what is between the quotes of every string. */
export function codeOnly(text: string): string {
  return text.replace(TOKENS, (token) => {
    if (isComment(token)) return blank(token);
    if (token.startsWith("`")) return blankTemplate(token);
    return `${token.at(0)}${blank(token.slice(1, -1))}${token.at(-1)}`;
  });
}

/** Whatever may hide text that looks like code: comments, strings, templates, patterns. */
export const TOKENS = new RegExp(
  [
    /\/\*[\s\S]*?\*\//,
    /\/\/[^\n]*/,
    /"(?:\\.|[^"\\\n])*"/,
    /'(?:\\.|[^'\\\n])*'/,
    /`(?:\\[\s\S]|[^`\\])*`/,
    /(?<=[(,=:[!&|?{};\n]\s*|return\s)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/\w*/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** The parts of a template that are code. */
const EMBEDDED = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g;

function isComment(token: string): boolean {
  return token.startsWith("//") || token.startsWith("/*");
}

function blank(token: string): string {
  return token.replace(/[^\n]/g, " ");
}

function blankTemplate(template: string): string {
  let result = blank(template);
  for (const { 0: code, index } of template.matchAll(EMBEDDED)) {
    result = result.slice(0, index) + code + result.slice(index + code.length);
  }
  return result;
}
