import * as z from "zod";

/** What can be published and installed. */
export const HubKind = z.enum(["skill", "agent", "pack", "ext"]);
export type HubKind = z.infer<typeof HubKind>;

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
export const KnownHub = z.strictObject({
  url: z.string(),
  serial: z.int(),
  expires: z.string(),
  /** The index as it was signed. */
  index: z.string(),
  /** What the server answered about it, to ask whether it has changed. */
  etag: z.string().nullable(),
  checkedAt: z.string(),
});
export type KnownHub = z.infer<typeof KnownHub>;

/** What was installed from a hub or another source. */
export const HubInstall = z.strictObject({
  /** `publisher/name`. */
  name: z.string(),
  kind: HubKind,
  version: z.string(),
  publisher: z.string(),
  description: z.string(),
  /** Of the bundle that was taken in. */
  digest: z.string(),
  /** What the registry of its kind calls it: `skill:schema-infer`, `pack:csv`. */
  capabilityId: z.string(),
  /** Where it came from, as it was named: a hub's address, a folder, `npm:…`, `git+…`. */
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
