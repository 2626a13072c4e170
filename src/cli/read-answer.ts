export type HttpAnswer = { readonly status: number; readonly body: Buffer };

/** Puts an HTTP/1.x answer together, chunk by chunk; each byte of it is looked at once. */
export function createAnswerReader() {
  const chunks: Buffer[] = [];
  let size = 0;
  let status: number | undefined;
  /** Undefined when the answer does not say how long it is: it is over when the connection is. */
  let length: number | undefined;

  function readHead(): void {
    const bytes = Buffer.concat(chunks);
    const end = bytes.indexOf("\r\n\r\n");
    chunks.splice(0, chunks.length, bytes);
    if (end < 0) return;
    const head = bytes.toString("latin1", 0, end);
    const [, code] = /^HTTP\/1\.\d (\d{3})/.exec(head) ?? [];
    if (code === undefined) return;
    const [, given] = /^content-length: *(\d+)/im.exec(head) ?? [];
    status = Number(code);
    length = given === undefined ? undefined : Number(given);
    chunks.splice(0, 1, bytes.subarray(end + 4));
    size = bytes.length - end - 4;
  }

  return {
    /** True when all of it is there. */
    add(chunk: Buffer): boolean {
      chunks.push(chunk);
      if (status === undefined) readHead();
      else size += chunk.length;
      return status !== undefined && length !== undefined && size >= length;
    },
    /** What came until the connection ended; undefined when that was not all. */
    end(): HttpAnswer | undefined {
      if (status === undefined || (length !== undefined && size < length)) return undefined;
      return { status, body: Buffer.concat(chunks) };
    },
  };
}
