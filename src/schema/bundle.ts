import * as z from "zod";
import { digest } from "../base/digest.ts";

/** One file of a bundle. */
export const BundleFile = z.strictObject({
  /** From the folder on, with "/" between the names, each in NFC: `scripts/run.mjs`. */
  path: z.string(),
  /** Of its content, which is a blob of the store. */
  digest: z.string(),
  size_bytes: z.int(),
  /** All that is kept of its mode. */
  executable: z.boolean(),
});
export type BundleFile = z.infer<typeof BundleFile>;

/** A folder, taken in once: it never changes. Folders with nothing in them are not part of it. */
export const Bundle = z.strictObject({
  /** Over the paths, the contents and the executable bits, and nothing else. */
  digest: z.string(),
  /** By path. */
  files: z.array(BundleFile),
});
export type Bundle = z.infer<typeof Bundle>;

/** What of a folder is not in its bundle, and why. Not part of the digest. */
export const LeftOut = z.strictObject({ path: z.string(), reason: z.string() });
export type LeftOut = z.infer<typeof LeftOut>;

/** A bundle of the store, without its files. */
export const StoredBundle = z.strictObject({ digest: z.string(), createdAt: z.string() });
export type StoredBundle = z.infer<typeof StoredBundle>;

/** Who needs a bundle. While there is one, neither it nor its contents are tidied away. */
export type BundleUser = `source:${string}` | `session:${string}` | `context:${string}`;

/** The one bundle that has these files, in whatever order they were found. */
export function bundleOf(files: readonly BundleFile[]): Bundle {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return { digest: digest({ files: sorted }), files: sorted };
}
