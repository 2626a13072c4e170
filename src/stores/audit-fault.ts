import type { Fault, Link } from "../base/audit/chain-fault.ts";
import type { StreamHead } from "../schema/checkpoint.ts";

/** What is wrong with the end of a session's stream whose last record is `last`. */
export function findHeadFault(
  stream: string,
  last: Link,
  head: StreamHead | undefined,
): Fault | undefined {
  const { sequence } = last;
  if (!head) return { stream, sequence, reason: "The stream has lost its head." };
  if (head.records < sequence) {
    return { stream, sequence, reason: "The record is not counted by the stream's head." };
  }
  return findLastRecordFault(stream, last, head);
}

/** What is wrong with the end of another stream, whose head is the one that was signed last. */
export function findDeferredHeadFault(
  stream: string,
  last: Link,
  head: StreamHead | undefined,
  signed: StreamHead | undefined,
): Fault | undefined {
  const { sequence } = last;
  if (signed && !head) return { stream, sequence, reason: "The stream has lost its head." };
  if (signed && (head?.records !== signed.records || head.hash !== signed.hash)) {
    const reason = "The stream's head is not the one that was signed last.";
    return { stream, sequence: signed.records, reason };
  }
  return findLastRecordFault(stream, last, head);
}

/** What is wrong with a head that a checkpoint signed, where the stream has `found` at its place. */
export function findSignedFault(
  { stream, records, hash }: StreamHead,
  found: Link | undefined,
): Fault | undefined {
  if (!found || found.sequence < records) {
    const sequence = (found?.sequence ?? 0) + 1;
    return { stream, sequence, reason: "The record is missing: a checkpoint has signed it." };
  }
  if (found.sequence > records || found.hash !== hash) {
    const reason = "The record is not the one that a checkpoint has signed.";
    return { stream, sequence: records, reason };
  }
  return undefined;
}

/** What is wrong with the end of a stream that has, or once had, this head. */
export function findLastRecordFault(
  stream: string,
  last: Link,
  head: StreamHead | undefined,
): Fault | undefined {
  const { sequence } = last;
  if (head && head.records > sequence) {
    return { stream, sequence: sequence + 1, reason: "The record is missing." };
  }
  if (head && head.records === sequence && head.hash !== last.hash) {
    return { stream, sequence, reason: "The hash is not the one that the stream's head holds." };
  }
  return undefined;
}
