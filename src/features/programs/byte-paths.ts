import { isUtf8 } from "node:buffer";

/**
 * A path with one character for each byte. A name may be any bytes, and what is no UTF-8 cannot be a text:
 * whoever reads names as texts does not find such a file, and a program can hide there.
 */
export type BytePath = string;

/** How a folder is listed, so that its names are such. */
export const AS_BYTES = { encoding: "latin1" } as const;

export function bytePathOf(path: string): BytePath {
  return Buffer.from(path).toString("latin1");
}

export function bytesOf(path: BytePath): Buffer {
  return Buffer.from(path, "latin1");
}

/** Undefined where it is no UTF-8. */
export function textOf(path: BytePath): string | undefined {
  const bytes = bytesOf(path);
  return isUtf8(bytes) ? bytes.toString() : undefined;
}
