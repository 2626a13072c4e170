import type { StreamHead } from "../../schema/checkpoint.ts";
import { isOfASession } from "./audit-place.ts";
import type { Database } from "./database.ts";
import { createLateHeads } from "./late-heads.ts";
import { createSessionHeads } from "./session-heads.ts";

/** Where a record goes: the row of the table, and the place in its stream. */
export type Place = { readonly rowid: number; readonly sequence: number; readonly hash: string };

/** The ends of the streams that commits append to. */
export type Heads = {
  /** First in the transaction: what another process has appended is read. */
  begin(): void;
  /** The sequence of the next event. */
  nextEvent(stream: string): number;
  nextRecord(stream: string, bodyHash: string): Place;
  /** A place was taken: another process has appended, and the next `begin` reads what. */
  overtake(): void;
  wasOvertaken(): boolean;
  /** Stores the heads that a checkpoint signed. */
  seal(heads: readonly StreamHead[]): void;
  /** Before the commit: each touched row is written once. */
  save(): void;
  /** After the commit, or after it was undone: what was not committed is forgotten. */
  settle(committed: boolean): void;
  /** The remembered ends that no checkpoint has signed: what is in the file should agree. */
  unsealed(): readonly StreamHead[];
};

export function createHeads(db: Database): Heads {
  const sessions = createSessionHeads(db);
  const late = createLateHeads(db);

  return {
    ...late,
    nextEvent: sessions.nextEvent,
    nextRecord(stream, bodyHash) {
      const { nextRecord } = isOfASession(stream) ? sessions : late;
      return { rowid: late.nextRow(), ...nextRecord(stream, bodyHash) };
    },
    seal: (heads) => late.seal(heads.filter(({ stream }) => !isOfASession(stream))),
    save: sessions.save,
    settle(committed) {
      sessions.settle(committed);
      late.settle(committed);
    },
  };
}
