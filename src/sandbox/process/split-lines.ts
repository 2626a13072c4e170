/** Takes chunks and gives whole lines. Throws when a line is longer than it may be. */
export function createLineSplitter(maxBytes: number): (chunk: Uint8Array) => string[] {
  const LINE_FEED = 10;
  let parts: Uint8Array[] = [];
  let held = 0;

  return (chunk) => {
    const lines: string[] = [];
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(LINE_FEED, from);
      const part = chunk.subarray(from, at < 0 ? undefined : at);
      held += part.length;
      if (held > maxBytes) throw new Error(`A line is longer than ${maxBytes} bytes.`);
      parts.push(part);
      if (at < 0) return lines;
      lines.push(Buffer.concat(parts).toString("utf8"));
      parts = [];
      held = 0;
      from = at + 1;
    }
  };
}
