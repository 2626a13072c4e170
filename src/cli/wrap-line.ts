import { widthOf } from "./display-width.ts";
import { isWhole, type Line, type Piece, textOf, withText } from "./line.ts";
import { commandsIn } from "./program.ts";
import { visible } from "./visible.ts";

type Range = { readonly start: number; readonly end: number };
type Row = { pad: number; start: number; end: number };

const LINK = /^https?:\/\//;
const GAP = /(?<=\S)\s{2,}(?=\S)/g;
const BULLET = /^\s*(?:\d+(?:-\d+)?\.|[-*•])\s+/;

/**
 * A line as lines that fit a terminal. Words stay whole where they fit, commands always: a command
 * that was broken cannot be copied. Later lines keep the margin of the first (A96).
 */
export function wrapLine(line: Line, width: number, margin?: number): Line[] {
  const pieces = (typeof line === "string" ? [line] : line).map((it) =>
    withText(it, visible(textOf(it))),
  );
  const text = pieces.map(textOf).join("").trimEnd();
  if (widthOf(text) <= width) return [pieces];
  const indent = /^\s*/.exec(text)?.[0].length ?? 0;
  const hang = margin ?? hangOf(text, indent, width);
  const rows = rowsOf(text, wholeIn(pieces, text), width, { indent, hang });
  return rows.map(({ pad, start, end }) => [" ".repeat(pad), ...slice(pieces, { start, end })]);
}

function rowsOf(
  text: string,
  whole: readonly Range[],
  width: number,
  { indent, hang }: { readonly indent: number; readonly hang: number },
): Row[] {
  const row: Row = { pad: 0, start: 0, end: 0 };
  const rows = [row];
  let last = row;
  const begin = (pad: number, start: number, end: number) => {
    last = { pad, start, end };
    rows.push(last);
  };
  for (const { start, end } of wordsOf(text, whole)) {
    const isCommand = whole.some((it) => it.start === start);
    const fits = last.pad + widthOf(text.slice(last.start, end)) <= width;
    if (fits || last.end === 0) last.end = end;
    else begin(isCommand ? indent + 2 : hang, start, end);
    // A link of ours stands at the margin and can be opened; a long foreign word keeps the margin.
    if (isCommand || (indent === 0 && LINK.test(text.slice(start, end)))) continue;
    for (;;) {
      const cut = cutAt(text, last, width);
      if (cut >= last.end) break;
      const rest = last.end;
      last.end = cut;
      begin(hang, cut, rest);
    }
  }
  return rows;
}

/** Below the last column in the left half, below the text of a list item, or at the same margin. */
function hangOf(text: string, indent: number, width: number): number {
  const starts = [...text.matchAll(GAP)].map(({ index, 0: gap }) => index + gap.length);
  const bullet = BULLET.exec(text)?.[0].length;
  const wanted = bullet ?? starts.findLast((start) => start <= width * 0.55) ?? indent;
  return wanted <= width * 0.55 ? wanted : Math.min(indent, Math.floor(width / 2));
}

function* wordsOf(text: string, whole: readonly Range[]): Generator<Range> {
  let at = 0;
  while (at < text.length) {
    if (text[at] === " ") {
      at += 1;
      continue;
    }
    const range = whole.find(({ start }) => start === at);
    const next = whole.find(({ start }) => start > at)?.start ?? text.length;
    const space = text.indexOf(" ", at);
    const end = range?.end ?? Math.min(space === -1 ? text.length : space, next);
    yield { start: at, end };
    at = end;
  }
}

/** How far a row can go; at least one character. */
function cutAt(text: string, { pad, start, end }: Row, width: number): number {
  let used = pad;
  let at = start;
  for (const character of text.slice(start, end)) {
    used += widthOf(character);
    if (used > width && at > start) return at;
    at += character.length;
  }
  return end;
}

function wholeIn(pieces: readonly Piece[], text: string): Range[] {
  const ranges: Range[] = [...commandsIn(text)];
  let at = 0;
  for (const piece of pieces) {
    const end = at + textOf(piece).length;
    if (isWhole(piece)) ranges.push({ start: at, end });
    at = end;
  }
  return ranges.map((it) => withQuotes(it, text)).toSorted((a, b) => a.start - b.start);
}

/** The signs right before and behind it stay on its line. */
function withQuotes({ start, end }: Range, text: string): Range {
  const [before = ""] = /["'`(]*$/.exec(text.slice(0, start)) ?? [];
  const [behind = ""] = /^["'`).,:;]*/.exec(text.slice(end)) ?? [];
  return { start: start - before.length, end: end + behind.length };
}

function slice(pieces: readonly Piece[], { start, end }: Range): Piece[] {
  let at = 0;
  return pieces.map((piece) => {
    const text = textOf(piece);
    const part = text.slice(Math.max(0, start - at), Math.max(0, end - at));
    at += text.length;
    return withText(piece, part);
  });
}
