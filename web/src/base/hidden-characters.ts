/**
 * Characters that a reader does not see, or that change what a reader sees (A93, A94): controls,
 * bidirectional overrides, zero-width ones, tags, fillers. Line feed and tab are layout.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of them alone, and none combined
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/gu;

const NAMES = new Map<number, string>([
  [0x07, "bell"],
  [0x08, "backspace"],
  [0x0d, "carriage return"],
  [0x1b, "escape"],
  [0xad, "soft hyphen"],
  [0x200b, "zero width space"],
  [0x200c, "zero width non-joiner"],
  [0x200d, "zero width joiner"],
  [0x200e, "left-to-right mark"],
  [0x200f, "right-to-left mark"],
  [0x202a, "left-to-right embedding"],
  [0x202b, "right-to-left embedding"],
  [0x202c, "pop directional formatting"],
  [0x202d, "left-to-right override"],
  [0x202e, "right-to-left override"],
  [0x2066, "left-to-right isolate"],
  [0x2067, "right-to-left isolate"],
  [0x2068, "first strong isolate"],
  [0x2069, "pop directional isolate"],
  [0xfeff, "byte order mark"],
]);

type Piece = { readonly text: string; readonly hidden?: string };

/** The text in pieces; a hidden character is a piece of its own, with its name. */
export function splitHidden(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (isInsideEmoji(text, character, index)) continue;
    if (index > from) pieces.push({ text: text.slice(from, index) });
    pieces.push({ text: escaped(character), hidden: nameOf(character) });
    from = index + character.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** The same as one text, for where only text can stand: titles, markdown. */
export function showHidden(text: string): string {
  return splitHidden(text)
    .map((piece) => piece.text)
    .join("");
}

/** Families and flags are joined by characters that hide nothing there. */
function isInsideEmoji(text: string, character: string, index: number): boolean {
  if (character !== "\u200d") return false;
  return (
    /\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?$/u.test(
      text.slice(Math.max(0, index - 4), index),
    ) && /^\p{Extended_Pictographic}/u.test(text.slice(index + 1, index + 3))
  );
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const name = NAMES.get(code) ?? (code >= 0xe0000 ? "tag or selector" : "control character");
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")} ${name}`;
}
