import * as z from "zod";

/** The end of an audit stream at some moment: how many records, and the hash of the last. */
export const StreamHead = z.strictObject({
  stream: z.string(),
  records: z.int(),
  hash: z.string(),
});
export type StreamHead = z.infer<typeof StreamHead>;

/**
 * Signs the heads of all streams that changed since the last checkpoint, by the root of a Merkle
 * tree over them, and is chained to that checkpoint. `body` is the canonical text that is hashed
 * and signed: `{at, previous, root, sequence, streams}`.
 */
export const Checkpoint = z.strictObject({
  sequence: z.int().positive(),
  body: z.string(),
  hash: z.string(),
  /** Ed25519 over `body`, base64. */
  signature: z.string(),
});
export type Checkpoint = z.infer<typeof Checkpoint>;
