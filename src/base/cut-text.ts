const LONGEST_CHARACTER = 4;

/**
 * Bytes as text, up to the last whole character: a piece may end in the middle of one. Undefined
 * when they are no text: not UTF-8, or with a NUL.
 */
export function cutText(
  bytes: Uint8Array,
  isLast: boolean,
): { readonly text: string; readonly bytes: number } | undefined {
  if (bytes.includes(0)) return undefined;
  const shortest = isLast ? bytes.byteLength : Math.max(0, bytes.byteLength - LONGEST_CHARACTER);
  for (let end = bytes.byteLength; end >= shortest; end--) {
    const text = decode(bytes.subarray(0, end));
    if (text !== undefined) return { text, bytes: end };
  }
  return undefined;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
