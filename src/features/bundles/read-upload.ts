import { CapstanError } from "../../base/errors.ts";
import { BUNDLE_LIMITS } from "./read-bundle.ts";

/** The bytes of a zip that is sent, up to the size that a bundle may have. */
export async function readUpload(upload: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of upload) {
    size += chunk.byteLength;
    if (size > BUNDLE_LIMITS.bytes) {
      const message = `The body is larger than ${BUNDLE_LIMITS.bytes} bytes.`;
      throw new CapstanError("BODY_TOO_LARGE", message);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
