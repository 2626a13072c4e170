/**
 * Controls, bidi marks, zero-width and tag characters, line separators, lone surrogates: whatever
 * could move the cursor, reorder a line or hide in it (A93, A94).
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Text from a tool or a model, as one line that a terminal shows and does not obey. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** The same JSON value, on one line, with what is hidden in its strings escaped. */
export function visibleJson(json: string): string {
  return json.replace(HIDDEN, (character) =>
    Array.from(
      { length: character.length },
      (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}
