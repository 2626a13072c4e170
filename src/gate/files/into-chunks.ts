/** The same bytes in pieces of one size, the last one shorter. */
export async function* intoChunks(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let piece = new Uint8Array(size);
  let used = 0;
  for await (const bytes of source) {
    for (let at = 0; at < bytes.byteLength; ) {
      const part = bytes.subarray(at, at + size - used);
      piece.set(part, used);
      used += part.byteLength;
      at += part.byteLength;
      if (used < size) continue;
      yield piece;
      piece = new Uint8Array(size);
      used = 0;
    }
  }
  if (used > 0) yield piece.subarray(0, used);
}
