import type { Bundle, LeftOut } from "../../schema/bundle.ts";

/**
 * A folder or a zip, read once, in memory. `contents` are the very bytes that were digested: who
 * loads from them, stores them or shows them has what the digest says.
 */
export type ReadBundle = {
  readonly bundle: Bundle;
  /** By digest. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
  readonly leftOut: readonly LeftOut[];
};

export type BundleLimits = {
  readonly files: number;
  /** Of all files together, and of a zip as it comes. */
  readonly bytes: number;
  /** How many names a path may have. */
  readonly depth: number;
};

export const BUNDLE_LIMITS: BundleLimits = { files: 2_000, bytes: 50_000_000, depth: 12 };
