/** The end of what a server wrote to its standard error. */
export interface BoundedLog {
  add(bytes: Uint8Array): void;
  text(): string;
}

export function createBoundedLog(maxBytes: number): BoundedLog {
  let kept: Uint8Array[] = [];
  let size = 0;
  return {
    add(bytes) {
      const chunk = bytes.length > maxBytes ? bytes.subarray(bytes.length - maxBytes) : bytes;
      // A copy: a small piece would keep all of the large chunk that it is part of.
      kept.push(Uint8Array.from(chunk));
      size += chunk.length;
      if (size <= 2 * maxBytes) return;
      kept = [Buffer.concat(kept).subarray(-maxBytes)];
      size = maxBytes;
    },
    text: () => Buffer.concat(kept).subarray(-maxBytes).toString("utf8"),
  };
}
