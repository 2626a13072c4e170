/** Stands for a line break until it is known what surrounds it. Never left in a page's own text. */
export const BREAK = "\u{e000}";

/** Drawn by nobody, and read by models: soft hyphens, zero-width signs, tag characters. */
const INVISIBLE = /[\u{ad}\u{200b}\u{2060}\u{feff}\u{e000}\u{e0000}-\u{e007f}]/gu;

export function visible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/** Most texts are plain, and a look is ten times cheaper than two replacements. */
const UNCLEAN = /[^ -~]| {2}/;

/** A run of white space or control characters is one space. */
export function collapsed(text: string): string {
  if (!UNCLEAN.test(text)) return text;
  return visible(text).replace(/[\s\p{Cc}]+/gu, " ");
}
