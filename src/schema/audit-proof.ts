import * as z from "zod";
import { Checkpoint } from "./checkpoint.ts";

/** In small letters only: two spellings of one hash would be two proofs of one thing. */
const Hash = z.string().regex(/^[0-9a-f]{64}$/);

const Step = z.strictObject({ side: z.enum(["left", "right"]), hash: Hash });

/** A record of the call with its text, or another one between them with the hash of its text. */
const Link = z.union([
  z.strictObject({ sequence: z.int().positive(), body: z.string() }),
  z.strictObject({ sequence: z.int().positive(), digest: Hash }),
]);

/** A part of an audit stream, without a gap, that ends at a head which a checkpoint signed. */
const Stretch = z.strictObject({
  stream: z.string(),
  /** The hash before the first link. */
  previous: Hash,
  links: z.array(Link).min(1),
  /** From the head up to the root that the checkpoint signed. */
  path: z.array(Step),
  checkpoint: Checkpoint,
});

/**
 * Shows that the audit records of a call are in the log that a key has signed, to anyone who has
 * that key and nothing else. That these are all records of the call is the word of who made it.
 */
export const AuditProof = z.strictObject({
  format: z.literal("capstan.audit-proof.1"),
  invocation: z.string(),
  /** PEM of the Ed25519 key that signed the checkpoints. */
  key: z.string(),
  stretches: z.array(Stretch).min(1),
});
export type AuditProof = z.infer<typeof AuditProof>;
