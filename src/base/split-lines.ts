const LINE_FEED = 10;

/** Takes chunks and gives whole lines. Throws for one that is too long, or that is not UTF-8. */
export function createLineSplitter(maxBytes: number): (chunk: Uint8Array) => string[] {
  let parts: Uint8Array[] = [];
  let held = 0;

  return (chunk) => {
    const lines: string[] = [];
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(LINE_FEED, from);
      const part = chunk.subarray(from, at < 0 ? undefined : at);
      held += part.length;
      if (held > maxBytes) throw new Error(`It sent a line of more than ${maxBytes} bytes.`);
      parts.push(part);
      if (at < 0) return lines;
      lines.push(decode(parts));
      parts = [];
      held = 0;
      from = at + 1;
    }
  };
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function decode(parts: readonly Uint8Array[]): string {
  try {
    return decoder.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts));
  } catch (cause) {
    throw new Error("It sent what is not UTF-8.", { cause });
  }
}
