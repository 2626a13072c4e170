import type { Readable } from "node:stream";
import type { WebAnswer, WebRequest } from "../web-client.ts";

type Limits = Pick<WebRequest, "bodyMs" | "maxBytes" | "signal" | "onBytes">;

/** Reads until the end or a limit. The bytes counted are those after decoding (A78). */
export async function readBody(
  body: Readable,
  { bodyMs, maxBytes, signal, onBytes }: Limits,
): Promise<Pick<WebAnswer, "body" | "cut">> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let cut: WebAnswer["cut"] = null;
  const timer = setTimeout(() => {
    cut = "time";
    body.destroy();
  }, bodyMs);
  const onAbort = () => body.destroy();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    signal.throwIfAborted();
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk.subarray(0, maxBytes - size));
      size += chunk.length;
      if (size > maxBytes) {
        cut = "size";
        break;
      }
      onBytes?.(size);
    }
  } catch (error) {
    // Destroying the body is what ends a read that waits, and looks like a failure.
    if (cut === null) throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
  return { body: Buffer.concat(chunks), cut };
}
