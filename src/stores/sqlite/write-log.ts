import { closeSync, fdatasyncSync, openSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { createDeadlines } from "../../base/deadlines.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Durability } from "../../ports/journal.ts";
import type { Database } from "./database.ts";

/** When what is committed reaches the disk itself. */
export type WriteLog = {
  /** Throws when the disk has failed: what it has taken is then unknown. */
  check(): void;
  /** Before a commit; checks as well. */
  begin(durable: Durability): void;
  /** After it. */
  end(): void;
  flush(): Promise<void>;
  close(): void;
};

/** What is to last `later` waits so long for a commit that is synced anyway. */
const BEHIND_MS = 20;
const patience = createDeadlines(10);

/**
 * SQLite syncs its log with every commit, or with none: this says which, and syncs what is left. The
 * log is one file, so that one sync takes all commits before it. A handle of our own does no harm:
 * SQLite locks the file of the log's index, never the log, and keeps the same one while it is open.
 * Without a log, in memory or where a file system cannot have one, every commit is as it always was.
 */
export function createWriteLog(
  db: Pick<Database, "exec">,
  file: string | null,
  toDisk: (handle: number) => void = fdatasyncSync,
): WriteLog {
  let durability: Durability = "now";
  let handle: number | undefined;
  let isBehind = false;
  let callOff = () => {};
  let failure: CapstanError | undefined;

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

  return {
    check,
    begin(durable) {
      check();
      if (file === null || durable === durability) return;
      db.exec(`pragma synchronous = ${durable === "now" ? "full" : "normal"}`);
      durability = durable;
    },
    end() {
      callOff();
      isBehind = durability === "later";
      if (isBehind) callOff = patience.after(BEHIND_MS, sync);
    },
    async flush() {
      if (!isBehind) return check();
      // What follows from the commit goes first: a model is asked while the disk is busy.
      await setImmediate();
      sync();
      check();
    },
    close() {
      callOff();
      if (handle !== undefined) closeSync(handle);
      handle = undefined;
    },
  };
}
