import { sha256 } from "../../base/digest.ts";
import { chainLink } from "../../base/hash-chain.ts";
import type { AuditVerdict } from "../../ports/audit-reader.ts";
import type { AuditRow } from "./audit-row.ts";
import type { Head } from "./heads.ts";

export type AuditFault = NonNullable<AuditVerdict["firstBad"]>;

/** The end of a chain so far. */
export type Link = Pick<AuditRow, "sequence" | "hash">;

/** What is wrong with a record that follows `previous`. */
export function findRecordFault(row: AuditRow, previous: Link): AuditFault | undefined {
  const { stream, sequence } = row;
  const expected = previous.sequence + 1;
  if (sequence > expected) return { stream, sequence: expected, reason: "The record is missing." };
  if (sequence < expected) return { stream, sequence, reason: "The record has no place here." };
  if (chainLink(previous.hash, sequence, sha256(row.body)) !== row.hash) {
    const reason = "The hash does not follow from this record and the one before it.";
    return { stream, sequence, reason };
  }
  return undefined;
}

/** What is wrong with the end of a stream whose last record is `last`. */
export function findHeadFault(
  stream: string,
  last: Link,
  head: Head | undefined,
): AuditFault | undefined {
  const { sequence } = last;
  if (!head) return { stream, sequence, reason: "The stream has lost its head." };
  if (head.records > sequence) {
    return { stream, sequence: sequence + 1, reason: "The record is missing." };
  }
  if (head.records < sequence) {
    return { stream, sequence, reason: "The record is not counted by the stream's head." };
  }
  if (head.hash !== last.hash) {
    return { stream, sequence, reason: "The hash is not the one that the stream's head holds." };
  }
  return undefined;
}
