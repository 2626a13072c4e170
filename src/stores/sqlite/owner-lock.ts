import { CapstanError } from "../../base/errors.ts";
import { type Database, openDatabase } from "./database.ts";

/**
 * Makes this process the only owner of a home, for as long as it lives. The lock is an open write
 * transaction on a file of its own: the kernel ends it with the process, also on `kill -9`, so
 * there is no stale lock to judge. Returns the function that gives the home up.
 */
export function takeOwnerLock(file: string): () => void {
  let db: Database | undefined;
  try {
    db = openDatabase(file);
    db.exec("pragma busy_timeout = 0");
    db.exec("begin immediate");
    const held = db;
    return () => {
      held.exec("rollback");
      held.close();
    };
  } catch (cause) {
    db?.close();
    if (!isBusy(cause)) throw cause;
    throw new CapstanError("HOME_OWNED", "Another process owns this home.", {
      cause,
    });
  }
}

// https://sqlite.org/rescode.html: the low byte of every SQLITE_BUSY code is 5.
function isBusy(error: unknown): boolean {
  const driverError = error instanceof CapstanError ? error.cause : error;
  const code = driverError instanceof Error && "errcode" in driverError && driverError.errcode;
  return typeof code === "number" && (code & 0xff) === 5;
}
