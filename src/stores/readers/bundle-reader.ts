import type { Bundle, BundleUser, StoredBundle } from "../../schema/bundle.ts";

export interface BundleReader {
  get(digest: string): Promise<Bundle | undefined>;
  /** All of them, by digest. */
  list(): Promise<readonly StoredBundle[]>;
  /** The digests of the bundles that someone uses. */
  usedBy(user: BundleUser): Promise<readonly string[]>;
}
