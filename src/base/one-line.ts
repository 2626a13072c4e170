import { stripHidden } from "./strip-hidden.ts";

/** Somebody else's text as one line that shows everything that it says (A94). */
export function oneLine(text: string): string {
  return stripHidden(text.toWellFormed())
    .replaceAll(/[\s\u2028\u2029]+/g, " ")
    .trim();
}

export function hasHidden(text: string): boolean {
  return stripHidden(text) !== text;
}

/** Cut at a character, with an ellipsis. */
export function cutLine(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}
