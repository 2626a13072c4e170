/** A string literal of Cedar. Whatever is not plain ASCII is written as its code point. */
export function cedarString(text: string): string {
  return `"${text.toWellFormed().replace(/[^ !#-[\]-~]/gu, escapeCharacter)}"`;
}

/** Compares with a pattern in which `*` stands for any characters. A literal `*` has no spelling. */
export function cedarMatch(subject: string, pattern: string): string {
  const operator = pattern.includes("*") ? "like" : "==";
  return `${subject} ${operator} ${cedarString(pattern)}`;
}

/**
 * A balanced tree: as a chain, a thousand conditions would nest a thousand deep, and the wasm's
 * stack ends at 360.
 */
export function cedarAny(conditions: readonly string[]): string {
  if (conditions.length <= 1) return conditions[0] ?? "false";
  const middle = conditions.length >> 1;
  return `(${cedarAny(conditions.slice(0, middle))} || ${cedarAny(conditions.slice(middle))})`;
}

function escapeCharacter(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
