import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

const PIECE = 1024 ** 2;

/** The bytes of an open file, which is closed at the end. */
export function readOpen(descriptor: number): AsyncIterable<Uint8Array> {
  return createReadStream("", { fd: descriptor, start: 0, highWaterMark: PIECE });
}

export async function digestOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of content) hash.update(piece);
  return `sha256:${hash.digest("hex")}`;
}
