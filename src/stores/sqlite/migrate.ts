import { CapstanError } from "../../base/errors.ts";
import type { Database } from "./database.ts";

/** Forward only. A published migration is never edited; mistakes get a new number. */
export type Migration = { readonly id: string; readonly up: string | ((db: Database) => void) };

/** Brings the database up to date and returns what it did. Takes no lock when there is nothing to do. */
export function migrate(db: Database, migrations: readonly Migration[]): readonly string[] {
  const done = readDone(db);
  refuseNewer(done, migrations);
  const pending = migrations.filter((migration) => !done.has(migration.id));
  return pending.filter((migration) => apply(db, migration)).map((migration) => migration.id);
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
function apply(db: Database, migration: Migration): boolean {
  return db.transaction("immediate", () => {
    db.exec("create table if not exists migrations (id text primary key) strict");
    const isDone = db.prepare("select 1 from migrations where id = ?").get(migration.id);
    if (isDone) return false;
    if (typeof migration.up === "string") db.exec(migration.up);
    else migration.up(db);
    db.prepare("insert into migrations (id) values (?)").run(migration.id);
    return true;
  });
}
