import {
  checkpointFault,
  type Fault,
  findCheckpointFault,
  type Link,
} from "../../base/audit/chain-fault.ts";
import type { IsSigned } from "../../base/audit/signed-text.ts";
import type { Checkpoint, StreamHead } from "../../schema/checkpoint.ts";
import { findSignedFault } from "../audit-fault.ts";
import type { Tally } from "../audit-tally.ts";
import { decodeCheckpoint } from "../tables/checkpoints.ts";
import { BEFORE_ANY, isOfASession, OF_A_SESSION } from "./audit-position.ts";
import { NEXT_CHECKPOINT, type PositionedCheckpoint } from "./checkpoint-queries.ts";
import type { Database } from "./database.ts";

/** Checks the checkpoints at their places in a walk over the records outside sessions. */
type CheckpointWalk = {
  /** `ends` are those before this row. */
  comeTo(rowid: number): void;
  grew(stream: string): void;
  /** There are no more records. */
  finish(): void;
};

/** Those that are added while the walk goes on are left to the next one. */
export function createCheckpointVerifier(db: Database) {
  const newest = db.prepare<{ sequence: number; signed: number }>(
    `select coalesce((select max(sequence) from checkpoints), 0) as sequence,
            coalesce((select max(checkpoint) from checkpoint_heads), 0) as signed`,
  );
  const following = db.prepare<PositionedCheckpoint>(NEXT_CHECKPOINT);
  const headsOf = db.prepare<StreamHead>(
    "select stream, records, hash from checkpoint_heads where checkpoint = ?",
  );
  const lastUpTo = db.prepare<Link>(
    `select sequence, hash from audit where stream = ? and sequence <= ? and ${OF_A_SESSION}
     order by sequence desc limit 1`,
  );

  return (tally: Tally, ends: ReadonlyMap<string, Link>, isSigned: IsSigned): CheckpointWalk => {
    const { sequence: newestSequence, signed } = newest.get() ?? { sequence: 0, signed: 0 };
    const after = (sequence: number) => following.get(sequence, newestSequence);
    /** The streams outside sessions that grew since the last checkpoint. */
    const grown = new Set<string>();
    let previous: { sequence: number; hash: string | null } = { sequence: 0, hash: null };
    let next = after(BEFORE_ANY);

    function check(checkpoint: PositionedCheckpoint): void {
      const heads = headsOf.all(checkpoint.sequence);
      heads.forEach(tally.erasures.sealed);
      tally.firstBad ??=
        findCheckpointFault(decodeCheckpoint(checkpoint), previous, heads, isSigned) ??
        findAnySignedFault(heads) ??
        findUnsignedFault(checkpoint);
      tally.checkpoints += 1;
      previous = checkpoint;
      next = after(checkpoint.sequence);
    }

    function findAnySignedFault(heads: readonly StreamHead[]): Fault | undefined {
      for (const head of heads) {
        const { stream, records } = head;
        const found = isOfASession(stream) ? lastUpTo.get(stream, records) : ends.get(stream);
        const fault = findSignedFault(head, found);
        if (fault) return fault;
        grown.delete(stream);
      }
      return undefined;
    }

    function findUnsignedFault({ sequence }: Checkpoint): Fault | undefined {
      const [stream] = grown;
      return stream === undefined
        ? undefined
        : checkpointFault(sequence, `It leaves out the stream "${stream}".`);
    }

    return {
      comeTo(rowid) {
        while (next && next.audit_rowid < rowid) check(next);
      },
      grew(stream) {
        grown.add(stream);
      },
      finish() {
        while (next) {
          const { sequence } = next;
          check(next);
          tally.firstBad ??= checkpointFault(sequence, "It covers records that are not there.");
        }
        if (signed > newestSequence) {
          tally.firstBad ??= checkpointFault(newestSequence + 1, "The checkpoint is missing.");
        }
      },
    };
  };
}
