import { posix } from "node:path";
import mime from "mime";
import { cutText } from "../../base/cut-text.ts";
import type { JsonObject } from "../../base/json.ts";
import type { ExecutionResult } from "../../gate/executor.ts";
import type { BundleFile } from "../../schema/bundle.ts";
import type { PackShelf } from "./pack-shelf.ts";

const DEFAULT_LENGTH = 100_000;
const LONGEST_CHARACTER = 4;
const MAX_NAMED = 20;

/** A file of a pack, in pieces that end between two characters (P19, X19). */
export async function readPackFile(
  shelf: Pick<PackShelf, "files" | "bytes">,
  bundle: string,
  { path: wanted, offset: from = 0, length: most = DEFAULT_LENGTH }: JsonObject,
): Promise<ExecutionResult> {
  const path = pathInPack(String(wanted));
  if (path === undefined) {
    return denied(
      "PATH_INVALID",
      `"${wanted}" leads out of the pack. Only its own files can be read.`,
    );
  }
  const files = await shelf.files(bundle);
  const file = files.find((one) => one.path === path);
  if (!file) return denied("FILE_NOT_FOUND", missing(path, files));
  const bytes = await shelf.bytes(file);
  const [offset, length] = [Number(from), Number(most)];
  const { content, next } = pieceOf(bytes, offset, length);
  const truncated = next < bytes.byteLength;
  const type = mime.getType(path);
  return {
    state: "completed",
    outputs: {
      path,
      content,
      truncated,
      ...(truncated && { next_offset: next }),
      ...(type && { mime: type }),
    },
  };
}

/** Undefined for a path that leaves the pack, or might (P35). */
function pathInPack(path: string): string | undefined {
  if (path.includes("\\") || path.includes("\0") || path.startsWith("/")) return undefined;
  const way = posix.normalize(path).normalize("NFC");
  return way === ".." || way.startsWith("../") ? undefined : way;
}

/** A file is text as a whole or not at all: a piece alone could be taken for the other. */
function pieceOf(bytes: Uint8Array, offset: number, length: number) {
  const isText = cutText(bytes, true) !== undefined;
  if (!isText) {
    const piece = bytes.subarray(offset, offset + length);
    return { content: Buffer.from(piece).toString("base64"), next: offset + piece.byteLength };
  }
  const start = borderAt(bytes, offset);
  const end = borderAt(bytes, Math.min(start + length, bytes.byteLength));
  // Less than one character was asked for: it comes whole, or nobody would get past it.
  const until = end > start ? end : borderAt(bytes, start + LONGEST_CHARACTER);
  const piece = bytes.subarray(start, Math.max(until, Math.min(start, bytes.byteLength)));
  return {
    content: new TextDecoder("utf-8", { ignoreBOM: true }).decode(piece),
    next: start + piece.byteLength,
  };
}

/** The last border of a character up to a byte. */
function borderAt(bytes: Uint8Array, at: number): number {
  if (at >= bytes.byteLength) return bytes.byteLength;
  let border = at;
  while (border > 0 && ((bytes[border] ?? 0) & 0xc0) === 0x80) border -= 1;
  return border;
}

function denied(code: string, message: string): ExecutionResult {
  return { state: "failed", error: { code, message }, sideEffects: [] };
}

function missing(path: string, files: readonly BundleFile[]): string {
  const start = path === "." ? "" : `${path.replace(/\/$/, "")}/`;
  const below = files.filter((file) => file.path.startsWith(start));
  const near = below.length > 0 ? below : files;
  const shown = near.slice(0, MAX_NAMED).map((file) => file.path);
  const more = near.length > MAX_NAMED ? ` and ${near.length - MAX_NAMED} more` : "";
  const what = below.length > 0 ? "is a folder" : "is not in the pack";
  return `"${path}" ${what}. There are: ${shown.join(", ")}${more}.`;
}
