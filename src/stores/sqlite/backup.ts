import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { CapstanError } from "../../base/errors.ts";
import type { Database } from "./database.ts";

/**
 * A whole copy, made page by page while others write. It gets its name only when it is whole: a
 * backup that was cut off must not look like one.
 */
export async function backupTo(db: Database, file: string): Promise<number> {
  if (existsSync(file)) {
    throw new CapstanError("REQUEST_INVALID", `${file} exists already: name a new file.`, {
      details: { field: "path" },
    });
  }
  const partial = `${file}.partial`;
  try {
    rmSync(partial, { force: true });
    await db.backup(partial);
    renameSync(partial, file);
    return statSync(file).size;
  } catch (cause) {
    rmSync(partial, { force: true });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CapstanError("STORE_UNAVAILABLE", `The backup failed: ${reason}`, { cause });
  }
}
