import { CapstanError } from "../base/errors.ts";
import { type JsonValue, parseJson } from "../base/json.ts";

/** Reads a JSON body up to a size; `undefined` when there is none. */
export async function readBody(request: Request, maxBytes: number): Promise<JsonValue | undefined> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  const bytes = declared > 0 ? await wholeOf(request) : await counted(request, maxBytes);
  if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
  return bytes.byteLength === 0 ? undefined : parseJson(decode(bytes));
}

/** Of a declared length no more than that arrives: it is read in one go, past a web stream. */
async function wholeOf(request: Request): Promise<Uint8Array> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch (cause) {
    throw cutOff(cause);
  }
}

async function counted(request: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of piecesOf(request)) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Who goes away in the middle of it is the client: nothing here has failed. */
export async function* piecesOf({ body }: Request): AsyncGenerator<Uint8Array> {
  try {
    if (body) yield* body as unknown as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw cutOff(cause);
  }
}

function cutOff(cause: unknown): CapstanError {
  return new CapstanError("HTTP_INVALID", "The body was cut off.", { cause });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CapstanError("JSON_INVALID", "The body is not valid UTF-8.", { cause });
  }
}

function tooLarge(maxBytes: number): CapstanError {
  return new CapstanError("BODY_TOO_LARGE", `The body is larger than ${maxBytes} bytes.`);
}
