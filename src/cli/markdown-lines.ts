import type { Screen } from "./command.ts";
import { type Line, type Piece, styled } from "./line.ts";

const FENCE = /^\s*(?:```|~~~)/;
const HEADING = /^\s{0,3}#{1,6}\s+(.*?)\s*#*$/;
const BULLET = /^(\s*)[*+]\s+/;
/** Bold words and links. `2**3**4` and `__init__` are neither. */
const INLINE =
  /(?<![\w*])\*\*(\S.{0,500}?)(?<=\S)\*\*(?![\w*])|!?\[([^\]]{1,500})\]\(([^()\s]{1,2000})\)/g;

/** Markdown as a terminal can show it, below a margin. A pipe gets it as it was written. */
export function markdownLines(text: string, { width }: Pick<Screen, "width">, margin = ""): Line[] {
  let isCode = false;
  return text.split(/\r?\n/).flatMap((raw): Line[] => {
    const line = raw.replaceAll("\t", "    ");
    if (width === undefined) return [margin + line];
    if (FENCE.test(line)) {
      isCode = !isCode;
      return [];
    }
    if (isCode) return [`${margin}${line}`];
    const [, heading] = HEADING.exec(line) ?? [];
    if (heading !== undefined) return [[margin, styled("bold", heading.replaceAll("**", ""))]];
    return [[margin, ...inline(line.replace(BULLET, "$1- "))]];
  });
}

function inline(line: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of line.matchAll(INLINE)) {
    const [all, bold, words = "", target = ""] = match;
    pieces.push(line.slice(at, match.index));
    // The target is always shown: words alone could hide where a link leads.
    if (bold !== undefined) pieces.push(styled("bold", bold));
    else pieces.push(words === target ? target : `${words} (${target})`);
    at = match.index + all.length;
  }
  return [...pieces, line.slice(at)];
}
