/**
 * An acronym with its plural (`PDFs`), an acronym before a word (`HTTP|Server`), a word, letters
 * without case (`日本語`), digits.
 */
const WORD = /\p{Lu}{2,}s(?!\p{L})|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|[\p{Lt}\p{Lm}\p{Lo}]+|\p{N}+/gu;
const CHUNK = /[\p{L}\p{N}]+/gu;
const MARK = /\p{M}+/gu;
const APOSTROPHE = /(?<=\p{L})['’](?=\p{L})/gu;
const DIGIT = /\p{N}/u;

/**
 * Words in lower case and without accents, in the order of the text. A chunk of letters and digits
 * (`s3`, `base64`) also counts as a whole; single letters and digits say nothing and are left out.
 */
export function splitWords(text: string): string[] {
  const plain = text.normalize("NFKD").replace(MARK, "").replace(APOSTROPHE, "");
  const words: string[] = [];
  for (const chunk of plain.match(CHUNK) ?? []) {
    const parts = chunk.match(WORD) ?? [];
    for (const part of parts) if (isTelling(part)) words.push(part.toLowerCase());
    if (parts.length > 1 && DIGIT.test(chunk)) words.push(chunk.toLowerCase());
  }
  return words;
}

/** Letters without case are often words of their own: `水`. */
function isTelling(word: string): boolean {
  return word.length > 1 || word > "\u2e7f";
}
