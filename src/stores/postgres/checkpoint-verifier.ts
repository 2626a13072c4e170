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
import { selectFrom } from "../sql.ts";
import { CHECKPOINT_COLUMNS, decodeCheckpoint } from "../tables/checkpoints.ts";
import type { Database } from "./database.ts";

const BATCH = 100;

type SignedHead = StreamHead & {
  checkpoint: number;
  found_sequence: number | null;
  found_hash: string | null;
};

const NEWEST = `
  select coalesce((select max(sequence) from checkpoints), 0) as sequence,
         coalesce((select max(checkpoint) from checkpoint_heads), 0) as signed`;

const AFTER = selectFrom(
  "checkpoints",
  CHECKPOINT_COLUMNS,
  `where sequence > $1 and sequence <= $2 order by sequence limit ${BATCH}`,
);

/** Each signed head, with the last record up to its place. */
const SIGNED = `
  select signed.checkpoint, signed.stream, signed.records, signed.hash,
         found.sequence as found_sequence, found.hash as found_hash
  from checkpoint_heads signed left join lateral (
    select sequence, hash from audit
    where audit.stream = signed.stream and audit.sequence <= signed.records
    order by sequence desc limit 1) found on true
  where signed.checkpoint > $1 and signed.checkpoint <= $2
  order by signed.checkpoint, signed.stream`;

/** A record that a checkpoint covers by its place, though neither it nor one before it signed it. */
const LEFT_OUT = `
  select covers.sequence, audit.stream
  from (
    select sequence, audit_position as through,
      (select coalesce(max(audit_position), 0) from checkpoints earlier
       where earlier.sequence = checkpoints.sequence - 1) as after
    from checkpoints where sequence > $1 and sequence <= $2
  ) covers
  join audit on audit.position > covers.after and audit.position <= covers.through
  where not exists (select 1 from checkpoint_heads signed
    where signed.stream = audit.stream and signed.records >= audit.sequence
      and signed.checkpoint <= covers.sequence)
  order by audit.position limit 1`;

/** Those that are added while it reads are left to the next time. */
export function createCheckpointVerifier(db: Database) {
  return async (tally: Tally, isSigned: IsSigned): Promise<void> => {
    const newest = await db.get<{ sequence: number; signed: number }>(NEWEST);
    if (!newest) return;
    let previous: { sequence: number; hash: string | null } = { sequence: 0, hash: null };
    let after = Number.MIN_SAFE_INTEGER;
    for (let found = BATCH; found === BATCH; ) {
      const batch = await db.all<Checkpoint>(AFTER, after, newest.sequence);
      const through = batch.at(-1)?.sequence ?? after;
      const heads = Map.groupBy(
        await db.all<SignedHead>(SIGNED, after, through),
        (head) => head.checkpoint,
      );
      for (const checkpoint of batch) {
        const signed = heads.get(checkpoint.sequence) ?? [];
        signed.forEach(tally.erasures.sealed);
        tally.firstBad ??=
          findCheckpointFault(decodeCheckpoint(checkpoint), previous, signed, isSigned) ??
          findAnySignedFault(signed);
        tally.checkpoints += 1;
        previous = checkpoint;
      }
      tally.firstBad ??= await findLeftOut(db, after, through);
      after = through;
      found = batch.length;
    }
    if (newest.signed > newest.sequence) {
      tally.firstBad ??= checkpointFault(newest.sequence + 1, "The checkpoint is missing.");
    }
  };
}

function findAnySignedFault(heads: readonly SignedHead[]): Fault | undefined {
  for (const head of heads) {
    const { found_sequence: sequence, found_hash: hash } = head;
    const found: Link | undefined =
      sequence === null || hash === null ? undefined : { sequence, hash };
    const fault = findSignedFault(head, found);
    if (fault) return fault;
  }
  return undefined;
}

async function findLeftOut(db: Database, after: number, through: number) {
  const left = await db.get<{ sequence: number; stream: string }>(LEFT_OUT, after, through);
  return left && checkpointFault(left.sequence, `It leaves out the stream "${left.stream}".`);
}
