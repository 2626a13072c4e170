/**
 * The texts in which a value stands when it was encoded as a whole or as part of something longer:
 * itself, base64 and hex. Escapes (`%2F`, `\u002f`, `&#47;`) are not listed here, because any
 * subset of characters may be escaped: those are undone in the text that is searched.
 */
export function encodingsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value, "utf8");
  const hex = bytes.toString("hex");
  const base64 = [0, 1, 2].flatMap((before) => base64After(bytes, before));
  const urlSafe = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  return [...new Set([value, hex, hex.toUpperCase(), ...base64, ...urlSafe])];
}

/**
 * Base64 packs three bytes into four characters: how bytes look depends on how many stood before
 * them. At the edges a character also holds bits of the neighbours; those are left out, except
 * where the bytes stand alone.
 */
function base64After(bytes: Buffer, before: number): string[] {
  const padded = Buffer.concat([Buffer.alloc(before), bytes]);
  const whole = padded.toString("base64");
  const core = whole.slice(Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6));
  return before === 0 ? [whole, whole.replace(/=+$/, ""), core] : [core];
}
