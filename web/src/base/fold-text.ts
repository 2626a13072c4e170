type Limits = { readonly lines: number; readonly characters: number };

export type Folded = {
  readonly head: string;
  readonly tail: string;
  /** What lies between them: nothing when the text is shown whole. */
  readonly hiddenCharacters: number;
  readonly hiddenLines: number;
};

const TAIL = 0.3;

/** Head and tail of a long text, so that its end cannot be pushed out of sight (A95). */
export function foldText(text: string, { lines, characters }: Limits): Folded {
  const headLines = Math.ceil(lines * (1 - TAIL));
  const head = cut(takeLines(text, headLines), Math.ceil(characters * (1 - TAIL)), "head");
  const tailLines = Math.floor(lines * TAIL);
  const tail = cut(takeLastLines(text, tailLines), Math.floor(characters * TAIL), "tail");
  const hidden = text.length - head.length - tail.length;
  if (hidden <= 0) return { head: text, tail: "", hiddenCharacters: 0, hiddenLines: 0 };
  const middle = text.slice(head.length, text.length - tail.length);
  return { head, tail, hiddenCharacters: hidden, hiddenLines: countLines(middle) };
}

function takeLines(text: string, count: number): string {
  let end = -1;
  for (let line = 0; line < count; line += 1) {
    end = text.indexOf("\n", end + 1);
    if (end === -1) return text;
  }
  return text.slice(0, end + 1);
}

function takeLastLines(text: string, count: number): string {
  let start = text.length;
  for (let line = 0; line < count; line += 1) {
    start = text.lastIndexOf("\n", start - 1);
    if (start <= 0) return text;
  }
  return text.slice(start + 1);
}

/** Never between the halves of one character. */
function cut(text: string, length: number, side: "head" | "tail"): string {
  if (text.length <= length) return text;
  if (side === "head") return text.slice(0, isLow(text, length) ? length - 1 : length);
  const start = text.length - length;
  return text.slice(isLow(text, start) ? start + 1 : start);
}

function isLow(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
