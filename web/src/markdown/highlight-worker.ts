import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";

export type HighlightRequest = {
  readonly id: number;
  readonly code: string;
  readonly language: string;
};
export type HighlightLine = readonly (readonly [text: string, color: string])[];
export type HighlightAnswer = { readonly id: number; readonly lines: readonly HighlightLine[] };

const theme = createCssVariablesTheme({ name: "capstan", variablePrefix: "--shiki-" });

const LANGUAGES = new Map([
  ["bash", () => import("shiki/langs/bash.mjs")],
  ["css", () => import("shiki/langs/css.mjs")],
  ["diff", () => import("shiki/langs/diff.mjs")],
  ["html", () => import("shiki/langs/html.mjs")],
  ["javascript", () => import("shiki/langs/javascript.mjs")],
  ["json", () => import("shiki/langs/json.mjs")],
  ["markdown", () => import("shiki/langs/markdown.mjs")],
  ["python", () => import("shiki/langs/python.mjs")],
  ["sql", () => import("shiki/langs/sql.mjs")],
  ["typescript", () => import("shiki/langs/typescript.mjs")],
  ["yaml", () => import("shiki/langs/yaml.mjs")],
]);

const ALIASES = new Map([
  ["js", "javascript"],
  ["jsx", "javascript"],
  ["md", "markdown"],
  ["py", "python"],
  ["sh", "bash"],
  ["shell", "bash"],
  ["ts", "typescript"],
  ["tsx", "typescript"],
  ["yml", "yaml"],
]);

let ready: Promise<HighlighterCore> | undefined;

// In a worker: compiling a grammar takes longer than a frame may.
self.onmessage = async ({ data }: MessageEvent<HighlightRequest>) => {
  const { id, code, language } = data;
  const name = ALIASES.get(language) ?? language;
  const load = LANGUAGES.get(name);
  if (!load) return;
  ready ??= createHighlighterCore({ themes: [theme], engine: createJavaScriptRegexEngine() });
  const highlighter = await ready;
  await highlighter.loadLanguage(load());
  const { tokens } = highlighter.codeToTokens(code, { lang: name, theme: "capstan" });
  const lines = tokens.map((line) =>
    line.map(({ content, color }): [string, string] => [content, color ?? ""]),
  );
  self.postMessage({ id, lines } satisfies HighlightAnswer);
};
