import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryDatabase } from "../../testing/temporary-database.ts";
import { type Database, openDatabase } from "./database.ts";
import { type Migration, migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";

const first: Migration = { id: "0001-a", up: "create table a (n integer) strict;" };
const second: Migration = { id: "0002-b", up: "create table b (n integer) strict;" };

function open(file = ":memory:"): Database {
  const db = openDatabase(file);
  onTestFinished(() => db.close());
  return db;
}

const tables = (db: Database) =>
  db
    .prepare<{ name: string }>("select name from sqlite_schema where type = 'table' order by name")
    .all()
    .map((row) => row.name);

describe("migrate", () => {
  test("runs each migration once, in order, also when a new one arrives", () => {
    const db = open();
    expect(migrate(db, [first])).toEqual(["0001-a"]);
    expect(migrate(db, [first, second])).toEqual(["0002-b"]);
    expect(migrate(db, [first, second])).toEqual([]);
    expect(tables(db)).toEqual(["a", "b", "migrations"]);
  });

  test("undoes a migration that fails half-way, and keeps the ones before it", () => {
    const db = open();
    const broken: Migration = { id: "0002-broken", up: `${second.up} create nonsense;` };
    expect(() => migrate(db, [first, broken])).toThrow();
    expect(tables(db)).toEqual(["a", "migrations"]);
    expect(migrate(db, [first, second])).toEqual(["0002-b"]);
  });

  test("asks for no lock when there is nothing to do", () => {
    const file = temporaryDatabase();
    const [owner, other] = [open(file), open(file)];
    migrate(owner, [first]);
    owner.transaction("immediate", () => {
      expect(migrate(other, [first])).toEqual([]);
    });
  });

  test("numbers its migrations without a gap, and makes every table strict", () => {
    const db = open();
    migrate(db, MIGRATIONS);
    const numbers = MIGRATIONS.map((migration) => Number(migration.id.slice(0, 4)));
    expect(numbers).toEqual(MIGRATIONS.map((_, index) => index + 1));
    const loose = db.prepare(
      "select name from pragma_table_list where schema = 'main' and strict = 0 and name not like 'sqlite_%'",
    );
    expect(loose.all()).toEqual([]);
  });

  test("runs that were there before have their skill in lists", () => {
    const db = open();
    const index = MIGRATIONS.findIndex(({ id }) => id === "0022-context-list");
    migrate(db, MIGRATIONS.slice(0, index));
    db.exec(`
        insert into agent_context_state (context_id, actor, current_turn, task_state, summary, version,
          agent_state_detail, created_at, updated_at)
        values ('run', 'owner', 1, 'completed', '', 1, '{"skill":"hello"}', '', ''),
          ('memory', 'owner', 1, 'pending', '', 1, 'null', '', '')`);
    migrate(db, MIGRATIONS);
    const skills = db.prepare("select skill from agent_context_state order by context_id").all();
    expect(skills).toEqual([{ skill: null }, { skill: "hello" }]);
  });

  test("E59: deletes an agent's capabilities with the agent", () => {
    const db = open();
    migrate(db, MIGRATIONS);
    db.exec(`
      insert into agents values ('agent_1', 'a', '', 'active', null, '');
      insert into agent_capabilities (id, agent_id, capability_id, created_at)
        values ('1', 'agent_1', 'noop', '');
      delete from agents;`);
    expect(db.prepare("select * from agent_capabilities").all()).toEqual([]);
  });
});
