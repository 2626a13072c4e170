// A text in PostgreSQL cannot hold the character NUL, which any JSON string may bring along. It is
// stored as SUB and 0, and SUB itself as SUB and 1. Stored JSON has neither: it escapes both.
export function escapeText(text: string): string {
  if (!text.includes("\0") && !text.includes("\x1a")) return text;
  return text.replaceAll("\x1a", "\x1a1").replaceAll("\0", "\x1a0");
}

export function unescapeText(stored: string): string {
  if (!stored.includes("\x1a")) return stored;
  return stored.replaceAll("\x1a0", "\0").replaceAll("\x1a1", "\x1a");
}
