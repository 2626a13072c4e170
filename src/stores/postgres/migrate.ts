import { CapstanError } from "../../base/errors.ts";
import { type MigrationStep, type TellStep, tellSteps } from "../migration-steps.ts";
import type { Connection, Database } from "./database.ts";

/**
 * Forward only, and only by addition: while a fleet is upgraded, processes of the old and of the
 * new version work on one database. So a migration adds tables, indexes, functions and columns that
 * are nullable or have a default; what nobody uses any more is dropped one version later. A
 * published migration is never edited; mistakes get a new number.
 */
export type Migration = {
  readonly id: string;
  readonly up: string | readonly MigrationStep[];
  /** Older versions must not work on the database once this has run. */
  readonly breaking?: boolean;
};

type DoneRow = { id: string; breaking: boolean };

/** Brings the database up to date and returns what it did. Takes no lock when there is nothing to do. */
export async function migrate(
  db: Database,
  migrations: readonly Migration[],
  tell: TellStep = () => {},
): Promise<readonly string[]> {
  const done = await db.use(readDone);
  refuseNewer(done, migrations);
  if (migrations.every(({ id }) => done.has(id))) return [];
  return db.use((connection) => applyPending(connection, migrations, tell));
}

async function readDone(connection: Connection): Promise<ReadonlyMap<string, DoneRow>> {
  const [found] = await connection.all<{ there: boolean }>(
    "select to_regclass('migrations') is not null as there",
  );
  if (!found?.there) return new Map();
  const rows = await connection.all<DoneRow>("select id, breaking from migrations");
  return new Map(rows.map((row) => [row.id, row]));
}

function refuseNewer(done: ReadonlyMap<string, DoneRow>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ id }) => id));
  const unknown = [...done.values()].find(({ id, breaking }) => breaking && !known.has(id));
  if (!unknown) return;
  throw new CapstanError(
    "STORE_UNAVAILABLE",
    `A newer version of Capstan changed this database (it has "${unknown.id}"): upgrade Capstan.`,
    { details: { migration: unknown.id } },
  );
}

/** All of them in one transaction, one process after the other: several may start at once. */
async function applyPending(
  connection: Connection,
  migrations: readonly Migration[],
  tell: TellStep,
): Promise<readonly string[]> {
  await connection.exec("begin; set local lock_timeout = 0; set local statement_timeout = 0");
  try {
    await connection.exec(
      "select pg_advisory_xact_lock(hashtext('capstan.migrations'), hashtext(current_schema()))",
    );
    await connection.exec(
      "create table if not exists migrations (id text primary key, breaking boolean not null)",
    );
    const done = await readDone(connection);
    const pending = migrations.filter(({ id }) => !done.has(id));
    for (const { id, up, breaking = false } of pending) {
      const steps = typeof up === "string" ? [up] : tellSteps(up, tell);
      for (const sql of steps) await connection.exec(sql);
      await connection.all("insert into migrations (id, breaking) values ($1, $2)", id, breaking);
    }
    await connection.exec("commit");
    return pending.map(({ id }) => id);
  } catch (error) {
    await connection.exec("rollback").catch(() => {});
    throw error;
  }
}
