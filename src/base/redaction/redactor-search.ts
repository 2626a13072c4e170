import type { Range } from "./redactor-ranges.ts";

/** What is shorter cannot be searched for. */
export const SHORTEST_NEEDLE = 6;

const BLOCK = 3;
const LONGEST_SHIFT = SHORTEST_NEEDLE - BLOCK + 1;
const TABLE_SIZE = 1 << 16;
/**
 * A long needle is recognised by this many characters and then followed as far as the text agrees:
 * one that was cut off is found, too, and no text makes the search slower than linear.
 */
const HEAD = 64;

/**
 * Finds all of many texts at once (Wu and Manber, 1994): a look at three characters tells how far
 * none of them can end, so most of a text is never read.
 */
export function createSearch(needles: readonly string[]): (text: string) => Range[] {
  const shifts = new Uint8Array(TABLE_SIZE).fill(LONGEST_SHIFT);
  const byLastBlock = new Map<number, string[]>();
  for (const needle of needles) {
    for (let at = 0; at < LONGEST_SHIFT; at++) {
      const block = blockAt(needle, at);
      const shift = LONGEST_SHIFT - 1 - at;
      shifts[block] = Math.min(shifts[block] ?? 0, shift);
      if (shift === 0) byLastBlock.set(block, [...(byLastBlock.get(block) ?? []), needle]);
    }
  }

  return (text) => {
    const found: Range[] = [];
    let start = 0;
    while (start + SHORTEST_NEEDLE <= text.length) {
      const block = blockAt(text, start + LONGEST_SHIFT - 1);
      const shift = shifts[block] ?? 0;
      if (shift > 0) {
        start += shift;
        continue;
      }
      const end = longestEnd(text, start, byLastBlock.get(block) ?? []);
      if (end > start) found.push({ start, end });
      start = Math.max(start, end - HEAD) + 1;
    }
    return found;
  };
}

function blockAt(text: string, at: number): number {
  const mixed = (text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 31 + text.charCodeAt(at + 2);
  return mixed & (TABLE_SIZE - 1);
}

/** Where the longest of the needles that begin at `start` ends; `start` when none does. */
function longestEnd(text: string, start: number, needles: readonly string[]): number {
  let longest = start;
  for (const needle of needles) {
    const head = Math.min(needle.length, HEAD);
    if (!agrees(text, start, needle, head)) continue;
    let length = head;
    while (
      length < needle.length &&
      text.charCodeAt(start + length) === needle.charCodeAt(length)
    ) {
      length++;
    }
    longest = Math.max(longest, start + length);
  }
  return longest;
}

function agrees(text: string, start: number, needle: string, length: number): boolean {
  if (start + length > text.length) return false;
  for (let at = 0; at < length; at++) {
    if (text.charCodeAt(start + at) !== needle.charCodeAt(at)) return false;
  }
  return true;
}
