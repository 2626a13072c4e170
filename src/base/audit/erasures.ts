import type { Fault } from "./chain-fault.ts";
import { createErasureDigest, eraseBody, isErased } from "./erased-body.ts";
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

type LogRecord = { readonly stream: string; readonly sequence: number; readonly body: string };

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
  /** How many records of each stream a record says to have been erased. */
  const claimed = new Map<string, number>();
  /** The first record of each claim that nobody signed. */
  const unsigned = new Map<string, number>();
  let demandedAt = Number.POSITIVE_INFINITY;
  let sealedBefore = 0;

  function takeErased(stream: string, sequence: number, body: string): void {
    const part = erased.get(stream) ?? startPart();
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
    else return;
    claimed.set(claim.session_id, claim.records);
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
    take({ stream, sequence, body }: LogRecord): void {
      if (isErased(body)) takeErased(stream, sequence, body);
      else if (stream !== SYSTEM) return;
      else if (demandsSignatures(body)) demandedAt = Math.min(demandedAt, sequence);
      else takeClaim(sequence, body);
    },
    settle,
    /**
     * The streams of which some records were erased and earlier ones not, though a record speaks of
     * an erasure: it happened while they were read. All their records are to be taken once more.
     */
    startAgain(): ReadonlySet<string> {
      const mixed = [...erased].filter(([stream, part]) => part.strayed && claimed.has(stream));
      for (const [stream] of mixed) erased.set(stream, startPart());
      return new Set(mixed.map(([stream]) => stream));
    },
    /** Of what was not erased yet, what the erasure would leave. */
    takeAgain({ stream, sequence, body }: LogRecord): void {
      if (sequence <= (claimed.get(stream) ?? 0)) takeErased(stream, sequence, erase(body));
      else if (isErased(body)) takeErased(stream, sequence, body);
    },
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

function startPart(): ErasedPart {
  return { records: 0, strayed: undefined, digest: createErasureDigest() };
}

/** A text that is no record is left as it is: its digest is none that was signed. */
function erase(body: string): string {
  try {
    return eraseBody(body);
  } catch {
    return body;
  }
}

function settled(part: ErasedPart): string {
  if (typeof part.digest !== "string") part.digest = part.digest.end();
  return part.digest;
}

function keyOf(stream: string, records: number, digest: string): string {
  return `${stream} ${records} ${digest}`;
}
