export type Position = { readonly line: number; readonly column: number };

/** Line and column of an offset, both from 1. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - lineStart + 1 };
}

/** Cedar counts bytes of UTF-8; JavaScript counts UTF-16 units. */
export function offsetOfByte(text: string, byte: number): number {
  return Buffer.from(text).subarray(0, byte).toString().length;
}
