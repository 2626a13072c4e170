import { createHash } from "node:crypto";
import { bundleOf } from "../../../schema/bundle.ts";
import type { ReadBundle } from "../read-bundle.ts";
import type { Tree } from "./make-tree.ts";

/** A bundle of these files, as if it had been read from a folder. */
export function readTree(tree: Tree): ReadBundle {
  const contents = new Map<string, Uint8Array>();
  const files = Object.entries(tree).map(([path, content]) => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
    contents.set(digest, bytes);
    return { path, digest, size_bytes: bytes.byteLength, executable: false };
  });
  return { bundle: bundleOf(files), contents, leftOut: [] };
}
