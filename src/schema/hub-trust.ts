import * as z from "zod";
import { HubKind } from "./hub.ts";

/** A publisher whose key an admin has seen and pinned: only what that key signed is theirs. */
export const PinnedKey = z.strictObject({
  publisher: z.string(),
  /** `ed25519:…`, the public one. */
  key: z.string(),
  /** Short enough for people to compare. */
  fingerprint: z.string(),
  pinnedBy: z.string(),
  pinnedAt: z.string(),
});
export type PinnedKey = z.infer<typeof PinnedKey>;

/** What was last seen of a hub: an index that is older than this is refused. */
export const StoredHub = z.strictObject({
  url: z.string(),
  /** The key of the settings that it was read under: with another, nothing of it counts. */
  settingsKey: z.string().nullable(),
  /** The key that counts by now; null for a hub that nobody signs. */
  key: z.string().nullable(),
  serial: z.int(),
  /** What its server answered, to ask whether it has changed. */
  etag: z.string().nullable(),
  /** The index as it was verified. */
  index: z.string(),
  checkedAt: z.string(),
});
export type StoredHub = z.infer<typeof StoredHub>;

/** What was installed from a hub or another source. */
export const HubInstall = z.strictObject({
  /** `publisher/name`; the name alone where nobody signed it. */
  id: z.string(),
  name: z.string(),
  kind: HubKind,
  version: z.string(),
  publisher: z.string().nullable(),
  author: z.string().nullable(),
  description: z.string(),
  /** Of the bundle that was taken in. */
  digest: z.string(),
  /** What the registry of its kind calls it: `skill:schema-infer`, `pack:csv`. */
  capabilityId: z.string(),
  /** The address of its hub; or where it came from: a folder, `npm:…`, `git:…#…`. */
  source: z.string(),
  /** Of the key that signed it; null for what nobody signed, which is pinned by its digest. */
  fingerprint: z.string().nullable(),
  permissions: z.array(z.string()).readonly(),
  /** Why its publisher took this version back; null while it stands. */
  withdrawn: z.string().nullable(),
  /** A later version that the last sync saw. */
  update: z.string().nullable(),
  installedBy: z.string(),
  installedAt: z.string(),
  updatedAt: z.string(),
});
export type HubInstall = z.infer<typeof HubInstall>;
