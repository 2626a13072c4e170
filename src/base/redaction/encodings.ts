/**
 * The texts in which a value stands when it was encoded as a whole or as part of something longer:
 * itself, its bytes in UTF-8 and UTF-16, base64 and hex. Escapes (`%2F`, `\u002f`, `&#47;`) are not
 * listed here, because any subset of characters may be escaped: those are undone in the text that is
 * searched.
 */
export function encodingsOf(value: string): readonly string[] {
  const [utf8, little] = [Buffer.from(value, "utf8"), Buffer.from(value, "utf16le")];
  const big = Buffer.from(little).swap16();
  // A file that is not read as text: each byte is a character.
  // Without the zero in front, which belongs to what stands before it when it is the other way round.
  const bytewise = [utf8, little, big.subarray(big[0] === 0 ? 1 : 0)].map((bytes) =>
    bytes.toString("latin1"),
  );
  return [...new Set([value, ...bytewise, ...[utf8, little, big].flatMap(asText)])];
}

function asText(bytes: Buffer): readonly string[] {
  const hex = bytes.toString("hex");
  const base64 = [0, 1, 2].flatMap((before) => base64After(bytes, before));
  const urlSafe = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  return [hex, hex.toUpperCase(), ...base64, ...urlSafe];
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
