import { chmodSync, closeSync, existsSync, openSync, statSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { CapstanError } from "../../base/errors.ts";
import type { SqlValue } from "../sql.ts";

export type Statement<Row> = {
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): readonly Row[];
  iterate(...values: SqlValue[]): Iterable<Row>;
  /** How many rows it changed. */
  run(...values: SqlValue[]): number;
};

/** The only way to node:sqlite, a release candidate: every failure leaves here as a CapstanError. */
export type Database = {
  exec(sql: string): void;
  prepare<Row>(sql: string): Statement<Row>;
  /** For many rows: each as a list of its values, as objects they take twice the time to read. */
  prepareLists<Row extends readonly SqlValue[]>(sql: string): Pick<Statement<Row>, "all">;
  /** Runs `work` to its end, without a pause, or undoes all it did. */
  transaction<T>(mode: "deferred" | "immediate", work: () => T): T;
  /** All of it, as bytes. */
  image(): Uint8Array;
  /** A copy of everything, while others go on. */
  backup(file: string): Promise<unknown>;
  close(): void;
};

// node:sqlite waits synchronously: longer than this would freeze every session of this process.
const BUSY_TIMEOUT_MS = 2000;

// FULL: at NORMAL a power cut can take the last commits with it, and with them an approval that
// was used or an intent whose effect has happened. That would run an effect twice. Where there is a
// log, `write-log.ts` does the syncing instead.
// The log is moved into the file after 16 MB, not 4: that syncs twice, and was due every 40 turns.
const PRAGMAS = `
  pragma journal_mode = wal;
  pragma wal_autocheckpoint = 4000;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma busy_timeout = ${BUSY_TIMEOUT_MS};
`;

const IN_MEMORY = ":memory:";
/** All pages in one step, off the main thread: with several, each commit in between begins anew. */
const WHOLE = { rate: 2_147_483_647 };

/** With an image, for a database in memory, it begins as that. */
export function openDatabase(file: string, image?: Uint8Array): Database {
  guard("open", () => makePrivate(file));
  const driver = guard("open", () => new DatabaseSync(file));
  try {
    if (image) guard("open", () => driver.deserialize(image));
    guard("open", () => driver.exec(PRAGMAS));
    return wrap(driver, file);
  } catch (error) {
    driver.close();
    throw error;
  }
}

/** For its owner alone, whatever the umask is; SQLite gives its log the mode of the file. */
function makePrivate(file: string): void {
  if (file === IN_MEMORY) return;
  closeSync(openSync(file, "a", 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(path) && statSync(path).mode & OTHERS) chmodSync(path, 0o600);
  }
}

const OTHERS = 0o077;

function wrap(driver: DatabaseSync, file: string): Database {
  const exec = (sql: string) => guard("exec", () => driver.exec(sql));
  const prepare = <Row>(sql: string) => prepareGuarded<Row>(driver, sql);
  const begin = { deferred: prepare("begin"), immediate: prepare("begin immediate") };
  const commit = prepare("commit");

  return {
    exec,
    prepare,
    prepareLists<Row>(sql: string) {
      const statement = guard("prepare", () => driver.prepare(sql));
      statement.setReturnArrays(true);
      return { all: (...values) => guard("all", () => statement.all(...values) as Row[]) };
    },
    transaction(mode, work) {
      begin[mode].run();
      try {
        const result = work();
        commit.run();
        return result;
      } catch (error) {
        // Some failures (disk full, I/O) have rolled back already.
        if (driver.isTransaction) exec("rollback");
        throw error;
      }
    },
    image: () => guard("image", () => driver.serialize()),
    async backup(target) {
      guard("backup", () => makePrivate(target));
      if (file === IN_MEMORY) return backup(driver, target, WHOLE);
      // A step that meets a transaction of its own connection fails: this one only reads.
      const reader = guard("backup", () => new DatabaseSync(file, { readOnly: true }));
      try {
        return await backup(reader, target, WHOLE);
      } finally {
        reader.close();
      }
    },
    close() {
      if (!driver.isOpen) return;
      try {
        exec("pragma wal_checkpoint(truncate)");
      } finally {
        driver.close();
      }
    },
  };
}

function prepareGuarded<Row>(driver: DatabaseSync, sql: string): Statement<Row> {
  const statement = guard("prepare", () => driver.prepare(sql));
  return {
    all: (...values) => guard("all", () => statement.all(...values) as Row[]),
    // These two are on the path of every commit: a closure for each would cost half of the call.
    get(...values) {
      try {
        return statement.get(...values) as Row | undefined;
      } catch (cause) {
        throw translate("get", cause);
      }
    },
    run(...values) {
      try {
        return Number(statement.run(...values).changes);
      } catch (cause) {
        throw translate("run", cause);
      }
    },
    *iterate(...values) {
      try {
        yield* statement.iterate(...values) as Iterable<Row>;
      } catch (cause) {
        throw translate("iterate", cause);
      }
    },
  };
}

function guard<T>(operation: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw translate(operation, cause);
  }
}

// https://sqlite.org/rescode.html: SQLITE_CONSTRAINT_PRIMARYKEY and SQLITE_CONSTRAINT_UNIQUE.
const TAKEN: ReadonlySet<unknown> = new Set([1555, 2067]);

function translate(operation: string, cause: unknown): CapstanError {
  const taken = cause instanceof Error && "errcode" in cause && TAKEN.has(cause.errcode);
  return taken
    ? new CapstanError("STATE_CONFLICT", "This was already recorded: read it again.", { cause })
    : new CapstanError("STORE_UNAVAILABLE", `SQLite ${operation} failed.`, { cause });
}
