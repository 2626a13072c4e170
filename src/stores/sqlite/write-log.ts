import { closeSync, fdatasyncSync, openSync } from "node:fs";
import { createDeadlines } from "../../base/deadlines.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Durability } from "../journal.ts";
import type { Database } from "./database.ts";

/** When what is committed reaches the disk itself. */
export type WriteLog = {
  /** Throws when the disk has failed: what it has taken is then unknown. */
  check(): void;
  /** After a commit. Answers what to wait for, if it has to last and does not yet. */
  committed(durable: Durability): Promise<void> | undefined;
  flush(): Promise<void>;
  close(): void;
};

/** What is to last `later` waits so long for a sync that somebody else needs. */
const BEHIND_MS = 20;
const deadlines = createDeadlines(10);

/** To wait for others costs 15 µs, so that who was alone looks for company once in so many commits. */
const ALONE_FOR = 32;

/**
 * SQLite only writes its log, and this syncs it. The log is one file, so that one sync takes all
 * commits before it: those that calls make at once share one (eight at once take a third of the time
 * each). A handle of our own does no harm: SQLite locks the file of the log's index, never the log,
 * and keeps the same one while it is open. Without a log, in memory or where a file system cannot have
 * one, SQLite syncs every commit by itself.
 */
export function createWriteLog(
  db: Pick<Database, "exec">,
  file: string | null,
  toDisk: (handle: number) => void = fdatasyncSync,
): WriteLog {
  if (file !== null) db.exec("pragma synchronous = normal");
  let handle: number | undefined;
  let isBehind = false;
  let callOff = () => {};
  let failure: CapstanError | undefined;
  let group: Promise<void> | undefined;
  let members = 0;
  let alone = 0;

  function sync(): void {
    callOff();
    if (!isBehind || file === null) return;
    try {
      handle ??= openSync(file, "r+");
      toDisk(handle);
      isBehind = false;
    } catch (cause) {
      const message = "The disk did not take what was written: restart when it is well.";
      failure = new CapstanError("STORE_UNAVAILABLE", message, { cause });
    }
  }

  function check(): void {
    if (failure) throw failure;
  }

  /** Everything else that can be done now is done first, and may come along. */
  function join(): Promise<void> {
    members += 1;
    group ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        if (members === 1) alone = ALONE_FOR;
        members = 0;
        group = undefined;
        sync();
        if (failure) reject(failure);
        else resolve();
      });
    });
    return group;
  }

  return {
    check,
    committed(durable) {
      if (file === null) return undefined;
      if (durable === "later") {
        if (!isBehind) callOff = deadlines.after(BEHIND_MS, sync);
        isBehind = true;
        return undefined;
      }
      isBehind = true;
      if (alone === 0) return join();
      alone -= 1;
      sync();
      check();
      return undefined;
    },
    async flush() {
      if (isBehind) await join();
      check();
    },
    close() {
      sync();
      if (handle !== undefined) closeSync(handle);
      handle = undefined;
    },
  };
}
