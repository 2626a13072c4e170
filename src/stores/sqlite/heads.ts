import type { StreamHead } from "../../schema/checkpoint.ts";
import { isOfASession } from "./audit-position.ts";
import type { Database } from "./database.ts";
import { createDeferredHeads } from "./deferred-heads.ts";
import { createSessionHeads } from "./session-heads.ts";

/** Where a record goes: the row of the table, and the sequence in its stream. */
export type Position = { readonly rowid: number; readonly sequence: number; readonly hash: string };

/** The ends of the streams that commits append to. */
export type Heads = {
  /** First in the transaction: what another process has appended is read. */
  begin(): void;
  /** The sequence of the next event. */
  nextEvent(stream: string): number;
  nextRecord(stream: string, bodyHash: string): Position;
  /** Its row was taken: another process has appended, and the next `begin` reads what. */
  overtake(): void;
  wasOvertaken(): boolean;
  /** Stores the heads that a checkpoint signed. */
  seal(heads: readonly StreamHead[]): void;
  /** Before the commit: each touched row is written once. */
  save(): void;
  /** After the commit, or after it was undone: what was not committed is forgotten. */
  end(committed: boolean): void;
  /** The remembered ends that no checkpoint has signed: what is in the file should agree. */
  unsealed(): readonly StreamHead[];
};

export function createHeads(db: Database): Heads {
  const sessions = createSessionHeads(db);
  const deferred = createDeferredHeads(db);

  return {
    ...deferred,
    nextEvent: sessions.nextEvent,
    nextRecord(stream, bodyHash) {
      const { nextRecord } = isOfASession(stream) ? sessions : deferred;
      return { rowid: deferred.nextRow(), ...nextRecord(stream, bodyHash) };
    },
    seal: (heads) => deferred.seal(heads.filter(({ stream }) => !isOfASession(stream))),
    save: sessions.save,
    end(committed) {
      sessions.end(committed);
      deferred.end(committed);
    },
  };
}
