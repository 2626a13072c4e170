import { hash } from "node:crypto";
import { CapstanError } from "../../../base/errors.ts";
import { type BundleFile, bundleOf, type LeftOut } from "../../../schema/bundle.ts";
import type { BundleLimits, ReadBundle } from "../read-bundle.ts";
import { invalid } from "./bundle-errors.ts";
import { createNameKeeper } from "./bundle-names.ts";

type Path = readonly string[];

/** How much more than files may be seen: folders, and what is left out. */
const SEEN_FOR_EACH_FILE = 4;

export type Collector = ReturnType<typeof collectFiles>;

/** Files as they are found, in any order, until there are more than there may be. */
export function collectFiles(limits: BundleLimits) {
  const files: BundleFile[] = [];
  const contents = new Map<string, Uint8Array>();
  const leftOut = new Map<string, LeftOut>();
  const keepName = createNameKeeper();
  let [seen, spent] = [0, 0];

  return {
    /** Of anything that is met, so that a folder of millions is not walked to its end (A23). */
    see(): void {
      seen += 1;
      if (seen > limits.files * SEEN_FOR_EACH_FILE) throw tooManyFiles(limits);
    },
    /** Before a folder is entered. */
    enter(path: Path): void {
      if (path.length >= limits.depth) throw tooDeep(path, limits);
    },
    /** Before bytes are read, or decoded. */
    spend(bytes: number, path: Path): void {
      spent += bytes;
      if (spent > limits.bytes) throw tooLarge(path, limits);
    },
    add(path: Path, bytes: Uint8Array, executable: boolean): void {
      if (path.length > limits.depth) throw tooDeep(path, limits);
      if (files.length === limits.files) throw tooManyFiles(limits);
      keepName(path);
      const digest = `sha256:${hash("sha256", bytes, "hex")}`;
      contents.set(digest, bytes);
      files.push({ path: path.join("/"), digest, size_bytes: bytes.byteLength, executable });
    },
    leaveOut(path: Path, reason: string): void {
      leftOut.set(path.join("/"), { path: path.join("/"), reason });
    },
    finish(): ReadBundle {
      if (files.length === 0) {
        throw new CapstanError("BUNDLE_INVALID", "The folder has no file that can be installed.");
      }
      const sorted = [...leftOut.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
      return { bundle: bundleOf(files), contents, leftOut: sorted };
    },
  };
}

function tooManyFiles({ files }: BundleLimits): CapstanError {
  const message = `It has more than ${files} files. Remove some, or take in a folder inside it.`;
  return new CapstanError("BUNDLE_INVALID", message, { details: { limit: "files", max: files } });
}

function tooLarge(path: Path, { bytes }: BundleLimits): CapstanError {
  return invalid(path.join("/"), `brings it over ${bytes} bytes. Remove what is large.`);
}

function tooDeep(path: Path, { depth }: BundleLimits): CapstanError {
  return invalid(path.join("/"), `lies more than ${depth} names deep. Move it up.`);
}
