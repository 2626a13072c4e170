import { stripTypeScriptTypes } from "node:module";

const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ["json", "json"],
  ["js", "typescript"],
  ["mjs", "typescript"],
  ["cjs", "typescript"],
  ["ts", "typescript"],
  ["mts", "typescript"],
  ["javascript", "typescript"],
  ["typescript", "typescript"],
  ["py", "python"],
  ["python", "python"],
]);

type Language = "json" | "typescript" | "python";

/** By a name such as "python", or by how a file's name ends; undefined for what nobody checks here. */
export function languageOf(name: string): Language | undefined {
  const lower = name.toLowerCase();
  return LANGUAGES.get(lower) ?? LANGUAGES.get(lower.slice(lower.lastIndexOf(".") + 1));
}

/** What is wrong with the text as this language; undefined when nothing was found. It is never run. */
export function syntaxFault(text: string, language: Language): string | undefined {
  if (language === "python") return pythonFault(text);
  try {
    if (language === "json") JSON.parse(text);
    else stripTypeScriptTypes(text, { mode: "transform" });
    return undefined;
  } catch (error) {
    const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    return line.slice(0, 200) || "it cannot be read";
  }
}

const OPENS: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);
const CLOSES = new Set(OPENS.values());
const BLOCK = /^(?:if|elif|else|for|while|def|class|try|except|finally|with|async)\b.*[^:\s]\s*$/;

/**
 * Brackets, strings and indentation: what a look at the text can tell without a Python. What is left
 * is found when the code runs.
 */
function pythonFault(text: string): string | undefined {
  const { code, fault } = withoutStrings(text);
  if (fault !== undefined) return fault;
  const open: string[] = [];
  let opensBlock = false;
  let depth = 0;
  for (const [index, line] of code.split("\n").entries()) {
    const number = index + 1;
    const isInside = open.length > 0;
    for (const character of line) {
      const closing = OPENS.get(character);
      if (closing !== undefined) open.push(closing);
      else if (CLOSES.has(character) && open.pop() !== character) {
        return `line ${number}: "${character}" closes nothing`;
      }
    }
    const said = line.trim();
    if (said === "" || isInside) continue;
    const indent = line.length - line.trimStart().length;
    if (/^ *\t/.test(line) && line.startsWith(" ")) return `line ${number}: mixes spaces and tabs`;
    if (opensBlock && indent <= depth) return `line ${number}: an indented block is missing`;
    if (open.length === 0 && BLOCK.test(said) && !/:/.test(said)) {
      return `line ${number}: a colon is missing`;
    }
    opensBlock = open.length === 0 && said.endsWith(":");
    depth = indent;
  }
  if (open.length > 0) return `"${open.at(-1)}" is missing at the end`;
  return opensBlock ? "an indented block is missing at the end" : undefined;
}

/** The same lines, with `_` for each string, and without comments. */
function withoutStrings(text: string): { readonly code: string; readonly fault?: string } {
  let code = "";
  for (let at = 0; at < text.length; ) {
    const quote = /^(?:"""|'''|"|')/.exec(text.slice(at, at + 3))?.[0];
    if (quote !== undefined) {
      const end = endOfString(text, at + quote.length, quote);
      if (end < 0) return { code, fault: `line ${lineAt(text, at)}: a string does not end` };
      code += `_${"\n".repeat(text.slice(at, end).split("\n").length - 1)}`;
      at = end;
    } else if (text[at] === "#") {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
    } else {
      code += text[at] === "\\" && text[at + 1] === "\n" ? " " : text[at];
      at += text[at] === "\\" && text[at + 1] === "\n" ? 2 : 1;
    }
  }
  return { code };
}

function endOfString(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (quote.length === 1 && text[at] === "\n") return -1;
    else if (text.startsWith(quote, at)) return at + quote.length;
  }
  return -1;
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}
