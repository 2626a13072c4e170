import { CapstanError } from "../../../base/errors.ts";

/**
 * Each occurrence of one text by another. How large the result is, is known before it is made: a few
 * kilobytes can become gigabytes.
 */
export function replaceText(
  text: string,
  [from, to]: readonly [from: string, to: string],
  maxBytes: number,
): string {
  const found = countText(text, from);
  const size = bytesOf(text) + found * (bytesOf(to) - bytesOf(from));
  if (size > maxBytes) {
    const message = `The file would have ${size} bytes; ${maxBytes} are allowed.`;
    throw new CapstanError("FILE_TOO_LARGE", message);
  }
  return text.replaceAll(from, () => to);
}

export function countText(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++;
  return count;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
