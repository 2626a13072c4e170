import type { Fault } from "./chain-fault.ts";
import { createErasureDigest, isErased } from "./erased-body.ts";
import { demandsSignatures, erasureText, readErasure } from "./erasure-claim.ts";
import type { IsSigned } from "./signed-text.ts";

const SYSTEM = "system";

/** The erased records of a stream: from its first on, without a gap. */
type ErasedPart = {
  records: number;
  /** The first that does not belong to it. */
  strayed: number | undefined;
  digest: ReturnType<typeof createErasureDigest> | string;
};

/** Holds what was erased against the records that say so. Told of every record, stream by stream in order. */
export type Erasures = ReturnType<typeof createErasures>;

/**
 * An erased body counts only if a record in the system's stream names its stream, how many records,
 * and the digest of what was left of them; and only if that record is signed. One without a
 * signature counts where a version that did not sign them has sealed it: up to the last checkpoint
 * before the record that demands signatures.
 */
export function createErasures(isSigned: IsSigned, place: "log" | "export" = "log") {
  const none = `no record in the ${place} says so`;
  const erased = new Map<string, ErasedPart>();
  const signed = new Set<string>();
  /** The first record of each claim that nobody signed. */
  const unsigned = new Map<string, number>();
  let demandedAt = Number.POSITIVE_INFINITY;
  let sealedBefore = 0;

  function takeErased(stream: string, sequence: number, body: string): void {
    const part = erased.get(stream) ?? {
      records: 0,
      strayed: undefined,
      digest: createErasureDigest(),
    };
    erased.set(stream, part);
    if (sequence !== part.records + 1 || typeof part.digest === "string") {
      part.strayed ??= sequence;
      return;
    }
    part.records = sequence;
    part.digest.take(body);
  }

  function takeClaim(sequence: number, body: string): void {
    const stated = readErasure(body);
    if (!stated) return;
    const { claim, signature } = stated;
    settle(claim.session_id);
    const key = keyOf(claim.session_id, claim.records, claim.digest);
    if (signature === null) unsigned.set(key, Math.min(unsigned.get(key) ?? sequence, sequence));
    else if (isSigned({ body: erasureText(claim), signature })) signed.add(key);
  }

  /** No more of this stream is to come that could have been erased: memory keeps its digest alone. */
  function settle(stream: string): void {
    const part = erased.get(stream);
    if (part) settled(part);
  }

  function findFault(stream: string, part: ErasedPart): Fault | undefined {
    const { records, strayed } = part;
    if (strayed !== undefined) {
      return { stream, sequence: strayed, reason: `The record was erased, and ${none}.` };
    }
    const key = keyOf(stream, records, settled(part));
    const statedAt = unsigned.get(key);
    if (signed.has(key) || (statedAt !== undefined && statedAt <= sealedBefore)) return undefined;
    const reason =
      statedAt === undefined
        ? `Records were erased, and ${none}.`
        : "Records were erased, and the record that says so is not signed.";
    return { stream, sequence: 1, reason };
  }

  return {
    take(record: { readonly stream: string; readonly sequence: number; readonly body: string }) {
      const { stream, sequence, body } = record;
      if (isErased(body)) return takeErased(stream, sequence, body);
      if (stream !== SYSTEM) return;
      if (demandsSignatures(body)) demandedAt = Math.min(demandedAt, sequence);
      else takeClaim(sequence, body);
    },
    settle,
    /** A checkpoint has signed this head. */
    sealed({ stream, records }: { readonly stream: string; readonly records: number }): void {
      if (stream === SYSTEM && records < demandedAt) sealedBefore = Math.max(sealedBefore, records);
    },
    /** After the last record. */
    findFault(): Fault | undefined {
      for (const [stream, part] of erased) {
        const fault = findFault(stream, part);
        if (fault) return fault;
      }
      return undefined;
    },
  };
}

function settled(part: ErasedPart): string {
  if (typeof part.digest !== "string") part.digest = part.digest.end();
  return part.digest;
}

function keyOf(stream: string, records: number, digest: string): string {
  return `${stream} ${records} ${digest}`;
}
