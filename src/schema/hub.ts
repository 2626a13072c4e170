import * as z from "zod";
import { SideEffect } from "./side-effect.ts";
import { JsonSchema } from "./tool.ts";

/** What a hub offers: the kinds of folders that can be installed. */
export const HubKind = z.enum(["skill", "agent", "pack", "extension"]);
export type HubKind = z.infer<typeof HubKind>;

/** A public Ed25519 key: its 32 bytes in base64url. */
export const HubKey = z.string().regex(/^ed25519:[A-Za-z0-9_-]{43}$/);
export type HubKey = z.infer<typeof HubKey>;

const HubDigest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** A label: unique within one hub, and no more than that. */
export const HubName = z.string().regex(/^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/);

export const PublisherName = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,37}[a-z0-9])?$/);

const Text = z.string().max(4_096);
const Moment = z.iso.datetime();

/** Over the canonical JSON of everything else in the object that it stands in. */
export const HubSignature = z.strictObject({
  key: HubKey,
  /** 64 bytes in base64, written in the one way that there is. */
  value: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
});
export type HubSignature = z.infer<typeof HubSignature>;

/**
 * The old key says which one follows it, and the new one that it does: nothing else replaces a pinned
 * key, and nobody makes up a key that was there before.
 */
export const KeyRotation = z.strictObject({
  /** Whose key: `hub:<name>` or `publisher:<name>`. */
  of: Text,
  from: HubKey,
  to: HubKey,
  at: Moment,
  /** By `to`. */
  accepted: HubSignature,
  /** By `from`. */
  signature: HubSignature,
});
export type KeyRotation = z.infer<typeof KeyRotation>;

export const HubAction = z.object({
  name: z.string().max(200),
  input_schema: JsonSchema,
  output_schema: JsonSchema.nullable(),
});
export type HubAction = z.infer<typeof HubAction>;

/** One version, as its publisher signed it. It never changes. */
export const HubVersion = z.looseObject({
  format: z.literal("capstan-version/1"),
  publisher: PublisherName,
  name: HubName,
  version: z.string().max(100),
  kind: HubKind,
  description: Text,
  /** Who wrote it, as its files say; null where they say nothing. */
  author: Text.nullable(),
  /** As it is taken in: paths, contents and executable bits. */
  bundle: z.object({ digest: HubDigest, files: z.int().min(1), size_bytes: z.int() }),
  /** As it travels. */
  archive: z.object({ digest: HubDigest, size_bytes: z.int().min(1) }),
  permissions: z.array(Text).max(200),
  effects: z.array(SideEffect).max(100),
  actions: z.array(HubAction).max(500),
  published_at: Moment,
  signature: HubSignature,
});
export type HubVersion = z.infer<typeof HubVersion>;

export const Withdrawal = z.object({ reason: Text, at: Moment });
export type Withdrawal = z.infer<typeof Withdrawal>;

/** What the index says of one version. */
export const ListedVersion = z.looseObject({
  version: z.string().max(100),
  /** Of its bundle. */
  bundle: HubDigest,
  archive: z.object({ url: Text, digest: HubDigest }),
  manifest: z.object({ url: Text, digest: HubDigest }),
  published_at: Moment,
  withdrawn: Withdrawal.optional(),
});
export type ListedVersion = z.infer<typeof ListedVersion>;

/**
 * One entry of the index. `name`, `type`, `description`, `url` and `digest` are those of Agent Skills
 * Discovery, and tell of the newest version that is not withdrawn.
 */
export const HubEntry = z.looseObject({
  name: HubName,
  /** "archive" where others can use it, too; a word of ours where only Capstan can. */
  type: z.string().max(64),
  description: Text,
  url: Text,
  /** Of the bytes at `url`. */
  digest: HubDigest,
  kind: HubKind,
  publisher: PublisherName,
  author: Text.nullable(),
  version: z.string().max(100),
  permissions: z.array(Text).max(200),
  effects: z.array(SideEffect).max(100),
  /** Newest first. */
  versions: z.array(ListedVersion).min(1).max(1_000),
  /** All of its versions are. */
  withdrawn: Withdrawal.optional(),
});
export type HubEntry = z.infer<typeof HubEntry>;

export const ListedPublisher = z.object({
  name: PublisherName,
  /** The one that counts now. */
  key: HubKey,
  /** From the first key on. */
  rotations: z.array(KeyRotation).max(100),
});
export type ListedPublisher = z.infer<typeof ListedPublisher>;

/** What a hub says of itself. */
export const HubHead = z.looseObject({
  name: HubName,
  key: HubKey,
  rotations: z.array(KeyRotation).max(100),
  /** One more with every change: a lower one than was seen before is refused. */
  serial: z.int().min(1),
  published_at: Moment,
  /** Afterwards the index says nothing any more, whoever signed it. */
  expires_at: Moment,
  publishers: z.array(ListedPublisher).max(10_000),
});
export type HubHead = z.infer<typeof HubHead>;

export const DISCOVERY_SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

/** `/.well-known/agent-skills/index.json`, as the hub signed it. */
export const HubIndex = z.looseObject({
  $schema: z.literal(DISCOVERY_SCHEMA),
  skills: z.array(HubEntry).max(10_000),
  hub: HubHead,
  signature: HubSignature,
});
export type HubIndex = z.infer<typeof HubIndex>;

/** An entry of an index that nobody signed: what Agent Skills Discovery asks for, and no more. */
export const ForeignEntry = z.looseObject({
  name: HubName,
  type: z.enum(["archive", "skill-md"]),
  description: Text,
  url: Text,
  digest: HubDigest,
});
export type ForeignEntry = z.infer<typeof ForeignEntry>;

/** `publisher/name@version`: with the digest of the bundle it says exactly what is meant. */
export function hubIdentity(one: { publisher: string; name: string; version: string }): string {
  return `${one.publisher}/${one.name}@${one.version}`;
}
