import { CapstanError } from "../base/errors.ts";
import { type JsonValue, parseJson } from "../base/json.ts";

/** Reads a JSON body up to a size; `undefined` when there is none. */
export async function readBody(request: Request, maxBytes: number): Promise<JsonValue | undefined> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  if (!request.body) return undefined;

  const chunks: Uint8Array[] = [];
  let size = 0;
  // The declared length is the client's word; what arrives is counted.
  for await (const chunk of piecesOf(request)) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  if (size === 0) return undefined;
  return parseJson(decode(Buffer.concat(chunks)));
}

/** Who goes away in the middle of it is the client: nothing here has failed. */
export async function* piecesOf({ body }: Request): AsyncGenerator<Uint8Array> {
  try {
    if (body) yield* body as unknown as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw new CapstanError("HTTP_INVALID", "The body was cut off.", { cause });
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CapstanError("JSON_INVALID", "The body is not valid UTF-8.", { cause });
  }
}

function tooLarge(maxBytes: number): CapstanError {
  return new CapstanError("BODY_TOO_LARGE", `The body is larger than ${maxBytes} bytes.`);
}
