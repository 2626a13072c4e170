const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const NONE = /^\p{M}$/u;

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += widthOfOne(character);
  return width;
}

/** The text, or its beginning and "…" where it would take more. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let used = 0;
  let kept = "";
  for (const character of text) {
    used += widthOfOne(character);
    if (used > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

function widthOfOne(character: string): number {
  if (NONE.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
