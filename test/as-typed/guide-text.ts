import { readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");
export const GUIDE = readFileSync(join(ROOT, "docs/guide.md"), "utf8");

const FENCED = [...GUIDE.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];

export function blocks(language: string): string[] {
  return FENCED.flatMap(([, name, text = ""]) => (name === language ? [text] : []));
}

/** A line as a shell would split it, without what stands before a pipe or behind a redirection. */
export function wordsOf(line: string): string[] {
  const command = line.slice(line.indexOf("capstan ") + "capstan ".length).replace(/ > .*$/, "");
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? "",
  );
}

/** Every command of the guide's examples, in its order. */
export const LINES = blocks("")
  .flatMap((text) => text.split("\n"))
  .filter((line) => /(?:^|\| )capstan /.test(line));
