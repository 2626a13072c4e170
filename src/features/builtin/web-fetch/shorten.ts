/** The beginning of a text that takes at most so many bytes as JSON: escapes count. */
export function shorten(text: string, maxBytes: number): string {
  let kept = text;
  for (let size = jsonBytes(kept); size > maxBytes; size = jsonBytes(kept)) {
    kept = kept.slice(0, Math.floor(((kept.length * maxBytes) / size) * 0.99));
    if (!kept.isWellFormed()) kept = kept.slice(0, -1);
    if (kept === "") return "";
  }
  return kept;
}

function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
