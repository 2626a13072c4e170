/** Where the front matter may end: the texts between its first line and each line that could close it. */
export type FrontMatterCuts = {
  readonly cuts: readonly string[];
  /** It begins and never ends; then the cut is the first part of the file. */
  readonly isOpen: boolean;
};

const MAX_CHARACTERS = 64_000;
/** A literal `---` inside a value looks like the end: a few more are tried. */
const MAX_CUTS = 5;
const BEGINS = /^\s*---[ \t]*\n/;
const ENDS = /^(?:---|\.\.\.)[ \t]*$/gm;

/** The front matter of a document, by every line that may end it; undefined where there is none. */
export function splitFrontMatter(text: string): FrontMatterCuts | undefined {
  const begin = BEGINS.exec(text);
  if (!begin) return undefined;
  const head = text.slice(begin[0].length, begin[0].length + MAX_CHARACTERS);
  const cuts: string[] = [];
  for (const { index } of head.matchAll(ENDS)) {
    cuts.push(head.slice(0, index));
    if (cuts.length === MAX_CUTS) break;
  }
  if (cuts.length > 0) return { cuts, isOpen: false };
  // Up to the first empty line: what comes then is the document.
  return { cuts: [head.split(/\n[ \t]*\n/, 1)[0] ?? ""], isOpen: true };
}
