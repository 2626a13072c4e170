import type { Socket } from "node:net";

/** The head of a request to a proxy, as a box wrote it. */
export type Head = {
  readonly method: string;
  readonly target: string;
  readonly version: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** What the program sends beside it; `Infinity` where it is in chunks that say where they end. */
  readonly bodyBytes: number;
};

const MAX_HEAD_BYTES = 64 * 1024;
const END = "\r\n\r\n";
const FIRST_LINE = /^([A-Z][A-Z-]{0,30}) ([\x21-\x7e]+) HTTP\/(1\.[01])$/;
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$/;

/** The first bytes up to the empty line, and what came behind it; undefined when there is no such line. */
export async function readHead(
  client: Socket,
): Promise<{ readonly text: string; readonly rest: Buffer } | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  let read = Buffer.alloc(0);
  const stop = () => resolve(read);
  const take = (chunk: Buffer) => {
    // A line break may lie in two chunks.
    const from = Math.max(0, read.length - END.length);
    read = Buffer.concat([read, chunk]);
    if (read.indexOf(END, from) >= 0 || read.length > MAX_HEAD_BYTES) stop();
  };
  client.on("data", take).once("end", stop).once("close", stop);
  const bytes = await promise;
  client.off("data", take).off("end", stop).off("close", stop).pause();
  const end = bytes.indexOf(END);
  if (end < 0 || end > MAX_HEAD_BYTES) return undefined;
  return { text: bytes.toString("latin1", 0, end), rest: bytes.subarray(end + END.length) };
}

/** Undefined for everything that two readers could understand in two ways. */
export function parseHead(text: string): Head | undefined {
  const [first = "", ...lines] = text.split("\r\n");
  const [, method, target, version] = FIRST_LINE.exec(first) ?? [];
  if (method === undefined || target === undefined || version === undefined) return undefined;
  const headers: (readonly [string, string])[] = [];
  for (const line of lines) {
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name === undefined || value === undefined) return undefined;
    headers.push([name.toLowerCase(), value]);
  }
  const bodyBytes = bodyOf(headers);
  return bodyBytes === undefined ? undefined : { method, target, version, headers, bodyBytes };
}

function bodyOf(headers: Head["headers"]): number | undefined {
  const valuesOf = (name: string) => headers.filter(([it]) => it === name).map(([, it]) => it);
  const lengths = valuesOf("content-length");
  const codings = valuesOf("transfer-encoding");
  if (lengths.length + codings.length > 1) return undefined;
  if (codings.length > 0) return codings[0]?.toLowerCase() === "chunked" ? Infinity : undefined;
  const [length = "0"] = lengths;
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}
