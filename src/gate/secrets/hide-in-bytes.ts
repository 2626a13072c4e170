import type { Redactor } from "../../base/redaction/redactor.ts";

/**
 * Files are kept as they are, known secrets aside (X23). Each byte is read as one character, so that
 * whatever is not a secret comes back byte for byte, text or not.
 */
export async function* hideInBytes(
  source: Uint8Array | AsyncIterable<Uint8Array>,
  redactor: Pick<Redactor, "stream">,
): AsyncGenerator<Uint8Array> {
  const hidden = redactor.stream("known");
  for await (const bytes of source instanceof Uint8Array ? [source] : source) {
    const { buffer, byteOffset, byteLength } = bytes;
    const ready = hidden.push(Buffer.from(buffer, byteOffset, byteLength).toString("latin1"));
    if (ready !== "") yield Buffer.from(ready, "latin1");
  }
  yield Buffer.from(hidden.end(), "latin1");
}
