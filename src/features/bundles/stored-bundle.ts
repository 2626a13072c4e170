import { createHash } from "node:crypto";
import { CapstanError } from "../../base/errors.ts";
import { type Bundle, type BundleFile, bundleOf } from "../../schema/bundle.ts";
import type { Store } from "../../stores/store.ts";
import type { ReadBundle } from "./read-bundle.ts";

/** A bundle as it was read once, for a loader that starts again: its folder may be gone. */
export async function readStored(
  store: Pick<Store, "bundles" | "files">,
  digest: string,
): Promise<ReadBundle> {
  const bundle = await requireBundle(store.bundles, digest);
  const contents = new Map<string, Uint8Array>();
  for (const file of bundle.files) {
    if (!contents.has(file.digest)) contents.set(file.digest, await readContent(store.files, file));
  }
  return { bundle, contents, leftOut: [] };
}

export async function requireBundle(bundles: Store["bundles"], digest: string): Promise<Bundle> {
  const bundle = await bundles.get(digest);
  if (!bundle) throw new CapstanError("BUNDLE_NOT_FOUND", `There is no bundle ${digest}.`);
  if (bundleOf(bundle.files).digest !== digest) throw damaged(digest);
  return bundle;
}

/** The content of a file, and exactly the one that its digest says. */
export async function readContent(
  files: Pick<Store["files"], "chunk">,
  { digest, size_bytes: size, path }: BundleFile,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const hash = createHash("sha256");
  for (let [index, length] = [0, 0]; length < size; index++) {
    const piece = await files.chunk(digest, index);
    if (!piece) break;
    hash.update(piece);
    pieces.push(piece);
    length += piece.byteLength;
  }
  if (`sha256:${hash.digest("hex")}` !== digest) throw damaged(path);
  return Buffer.concat(pieces);
}

function damaged(what: string): CapstanError {
  const message = `The stored files of ${what} are damaged. Install its folder again.`;
  return new CapstanError("STORE_CORRUPT", message);
}
