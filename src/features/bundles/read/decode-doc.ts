export type DecodedDoc = {
  /** With `\n` at the end of each line, and without a byte order mark. */
  readonly text: string;
  readonly warnings: readonly string[];
};

/** A document of somebody else's as text: UTF-8 or UTF-16, with whatever line ends. */
export function decodeDoc(bytes: Uint8Array): DecodedDoc {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  const warnings: string[] = [];
  if (encoding !== "utf-8") warnings.push("It is UTF-16. Save it as UTF-8.");
  else if (!isWhole(bytes)) warnings.push("Some of it is not UTF-8, and is shown as U+FFFD.");
  if (text.includes("\r")) warnings.push("Its lines end with CR. Save it with LF.");
  return { text: text.replaceAll(/\r\n?/g, "\n").toWellFormed(), warnings };
}

function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // Front matter begins with "-": one of its bytes is zero only in UTF-16.
  if (first === 0x2d && second === 0) return "utf-16le";
  if (first === 0 && second === 0x2d) return "utf-16be";
  return "utf-8";
}

function isWhole(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
