import { isUtf8 } from "node:buffer";
import type { BytePath } from "../changes.ts";

export function bytesOf(path: BytePath): Buffer {
  return Buffer.from(path, "latin1");
}

export function bytePathOf(text: string): BytePath {
  return Buffer.from(text).toString("latin1");
}

/** Undefined for a path that is no UTF-8. */
export function textOf(path: BytePath): string | undefined {
  const bytes = bytesOf(path);
  return isUtf8(bytes) ? bytes.toString() : undefined;
}

export function parentOf(path: BytePath): BytePath {
  return path.slice(0, path.lastIndexOf("/"));
}

export function nameOf(path: BytePath): BytePath {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function isWithin(path: BytePath, folder: BytePath): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
