import { sha256 } from "../digest.ts";
import { type Head, headsRoot, readCheckpointBody } from "./checkpoint-body.ts";
import { bodyHash } from "./erased-body.ts";
import { chainLink } from "./hash-chain.ts";
import type { IsSigned, SignedText } from "./signed-text.ts";

/** A place in the audit log that does not fit what is around it. */
export type Fault = { readonly stream: string; readonly sequence: number; readonly reason: string };

/** The end of a chain so far. */
export type Link = { readonly sequence: number; readonly hash: string };

type ChainRecord = Link & { readonly stream: string; readonly body: string };

export type SignedCheckpoint = Link & SignedText;

// 64 bytes in base64, in the one spelling that a decoder reads back to the same text: the last
// character stands for two bits.
const SIGNATURE = /^[A-Za-z0-9+/]{85}[AQgw]==$/;

/** What is wrong with a record that follows `previous`. */
export function findRecordFault(record: ChainRecord, previous: Link): Fault | undefined {
  const { stream, sequence } = record;
  const expected = previous.sequence + 1;
  if (sequence > expected) return { stream, sequence: expected, reason: "The record is missing." };
  if (sequence < expected) return { stream, sequence, reason: "The record has no place here." };
  if (chainLink(previous.hash, sequence, bodyHash(record.body)) !== record.hash) {
    const reason = "The hash does not follow from this record and the one before it.";
    return { stream, sequence, reason };
  }
  return undefined;
}

/** What is wrong with a checkpoint that follows `previous` and should have signed `heads`. */
export function findCheckpointFault(
  checkpoint: SignedCheckpoint,
  previous: { readonly sequence: number; readonly hash: string | null },
  heads: readonly Head[],
  isSigned: IsSigned,
): Fault | undefined {
  const { sequence, body } = checkpoint;
  const expected = previous.sequence + 1;
  if (sequence > expected) return checkpointFault(expected, "The checkpoint is missing.");
  if (sequence < expected) return checkpointFault(sequence, "The checkpoint has no place here.");

  const sealFault = findSealFault(checkpoint, isSigned);
  if (sealFault) return checkpointFault(sequence, sealFault);
  const signed = readCheckpointBody(body);
  if (signed.previous !== previous.hash) {
    return checkpointFault(sequence, "It does not follow from the checkpoint before it.");
  }
  if (heads.length === 0 || signed.streams !== heads.length || signed.root !== headsRoot(heads)) {
    return checkpointFault(sequence, "It signed other ends of streams than there are.");
  }
  return undefined;
}

/** What is wrong with a checkpoint by itself. */
export function findSealFault(
  checkpoint: SignedCheckpoint,
  isSigned: IsSigned,
): string | undefined {
  const { sequence, body, hash, signature } = checkpoint;
  if (hash !== sha256(body)) return "The hash is not that of its text.";
  if (readCheckpointBody(body).sequence !== sequence) return "Its text is that of another one.";
  return SIGNATURE.test(signature) && isSigned(checkpoint)
    ? undefined
    : "The signature is not its signer's.";
}

export function checkpointFault(sequence: number, reason: string): Fault {
  return { stream: "checkpoints", sequence, reason };
}
