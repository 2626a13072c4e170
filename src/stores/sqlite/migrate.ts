import { CapstanError } from "../../base/errors.ts";
import { type MigrationStep, type TellStep, tellSteps } from "../migration-steps.ts";
import type { Database } from "./database.ts";

/** Forward only. A published migration is never edited; mistakes get a new number. */
export type Migration = {
  readonly id: string;
  readonly up: string | readonly MigrationStep[] | ((db: Database) => void);
};

/** Brings the database up to date and returns what it did. Takes no lock when there is nothing to do. */
export function migrate(
  db: Database,
  migrations: readonly Migration[],
  tell: TellStep = () => {},
): readonly string[] {
  const done = readDone(db);
  refuseNewer(done, migrations);
  const pending = migrations.filter((migration) => !done.has(migration.id));
  return pending.filter((migration) => apply(db, migration, tell)).map((migration) => migration.id);
}

function readDone(db: Database): ReadonlySet<string> {
  const exists = db.prepare("select 1 from sqlite_schema where name = 'migrations'").get();
  if (!exists) return new Set();
  const rows = db.prepare<{ id: string }>("select id from migrations").all();
  return new Set(rows.map((row) => row.id));
}

function refuseNewer(done: ReadonlySet<string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map((migration) => migration.id));
  const unknown = [...done].find((id) => !known.has(id));
  if (unknown === undefined) return;
  throw new CapstanError(
    "STORE_UNAVAILABLE",
    `A newer version of Capstan wrote this database (it has "${unknown}"): upgrade Capstan.`,
    { details: { migration: unknown } },
  );
}

/** False when another process was faster: both may have read that it was pending. */
function apply(db: Database, migration: Migration, tell: TellStep): boolean {
  return db.transaction("immediate", () => {
    db.exec("create table if not exists migrations (id text primary key) strict");
    const isDone = db.prepare("select 1 from migrations where id = ?").get(migration.id);
    if (isDone) return false;
    const { up } = migration;
    if (typeof up === "string") db.exec(up);
    else if (typeof up === "function") up(db);
    else for (const sql of tellSteps(up, tell)) db.exec(sql);
    db.prepare("insert into migrations (id) values (?)").run(migration.id);
    return true;
  });
}
