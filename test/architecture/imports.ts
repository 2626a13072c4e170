import { posix } from "node:path";
import { codeOnly, type SourceFile } from "./source-files.ts";

export type Import = {
  readonly from: string;
  /** A path from the root of the repository, or the name of a package. */
  readonly to: string;
  /** Gone once the types are stripped: it orders nothing and loads nothing. */
  readonly typeOnly: boolean;
  /** `import("…")`: loaded when that line runs, not at the start. */
  readonly dynamic: boolean;
};

/**
 * `import … from`, `import "…"`, `export … from`. A statement starts its line here. An import of
 * nothing but `{ type A }` still loads the module (verbatimModuleSyntax), so it counts as one.
 */
const STATIC = /^(?:import|export)\s+(type\s+(?!from\b))?(?:[^"';]*?\bfrom\s*)?["'] +["']/gm;
const DYNAMIC = /(typeof\s+)?\bimport\((?:\s*["'] +["'])?/g;

/** What `import(somethingComputed)` leads to: nobody can check that. */
export const UNREADABLE = "(computed)";

export function importsOf({ path, text }: SourceFile): Import[] {
  const code = codeOnly(text);
  const read = (pattern: RegExp, dynamic: boolean): Import[] =>
    [...code.matchAll(pattern)].map(({ 0: statement, 1: type, index }) => {
      // The pattern saw blanks between the quotes; the name stands at the same place in the text.
      const original = text.slice(index, index + statement.length);
      const specifier = /["']([^"']+)["']$/.exec(original)?.[1] ?? UNREADABLE;
      return { from: path, to: resolve(path, specifier), typeOnly: type !== undefined, dynamic };
    });
  return [...read(STATIC, false), ...read(DYNAMIC, true)];
}

function resolve(from: string, specifier: string): string {
  return specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier) : specifier;
}
