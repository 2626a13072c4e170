import { readFileSync } from "node:fs";

/**
 * The fenced examples of a document as they were written, by the title that they stand under; the
 * second under a title is "title #2".
 */
export function examplesOf(document: string): ReadonlyMap<string, string> {
  const file = new URL(`./${document}/examples.md`, import.meta.url);
  const found = new Map<string, string>();
  let title = "";
  let count = 0;
  const parts = /^(`{3})\w*\n([\s\S]*?)^\1$|^ {3}```\w*\n([\s\S]*?)^ {3}```$|^#+ (.+)$/gm;
  for (const [, , text, indented, heading] of readFileSync(file, "utf8").matchAll(parts)) {
    if (heading !== undefined) {
      title = heading;
      count = 0;
    } else {
      count += 1;
      found.set(count === 1 ? title : `${title} #${count}`, text ?? indented ?? "");
    }
  }
  return found;
}

/** Python's own blocks around an example. */
export const indent = (text: string, by = 4): string => text.replaceAll(/^(?=.)/gm, " ".repeat(by));
