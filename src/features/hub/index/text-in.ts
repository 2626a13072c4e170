const MAX_TEXT = 1_000_000;

/** The content of a file as text; null where it is none, or too long to be read by anybody. */
export function textIn(bytes: Uint8Array | undefined): string | null {
  if (!bytes || bytes.byteLength > MAX_TEXT || bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
