import { describe, expect, onTestFinished, test } from "vitest";
import { emptySchema } from "../../../rig/shared-postgres.ts";
import { type Database, openDatabase } from "./database.ts";
import { type Migration, migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";

const first: Migration = { id: "0001-a", up: "create table a (n integer)" };
const second: Migration = { id: "0002-b", up: "create table b (n integer)" };

function open(url: string): Database {
  const db = openDatabase(url);
  onTestFinished(() => db.close());
  return db;
}

/** A schema without tables: emptySchema's may have those of an earlier test. */
async function openBare(): Promise<{ readonly url: string; readonly db: Database }> {
  const url = await emptySchema();
  const db = open(url);
  const drop = () =>
    db.use(({ exec }) =>
      exec(`do $$ begin
        execute format('drop schema %1$I cascade; create schema %1$I', current_schema());
      end $$`),
    );
  await drop();
  onTestFinished(drop);
  return { url, db };
}

async function tables(db: Database): Promise<readonly string[]> {
  const rows = await db.all<{ name: string }>(
    `select tablename::text as name from pg_tables where schemaname = current_schema() order by 1`,
  );
  return rows.map((row) => row.name);
}

describe("migrate", () => {
  test("runs each migration once, in order, also when a new one arrives", async () => {
    const { db } = await openBare();
    expect(await migrate(db, [first])).toEqual(["0001-a"]);
    expect(await migrate(db, [first, second])).toEqual(["0002-b"]);
    expect(await migrate(db, [first, second])).toEqual([]);
    expect(await tables(db)).toEqual(["a", "b", "migrations"]);
  });

  test("undoes everything when a migration fails half-way", async () => {
    const { db } = await openBare();
    await migrate(db, [first]);
    const broken: Migration = { id: "0002-broken", up: `${second.up}; create nonsense` };
    await expect(migrate(db, [first, broken])).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(await tables(db)).toEqual(["a", "migrations"]);
    expect(await migrate(db, [first, second])).toEqual(["0002-b"]);
  });

  test("S36: of several processes that start at once, one migrates and the others wait for it", async () => {
    const { url } = await openBare();
    const done = await Promise.all(
      Array.from({ length: 5 }, () => migrate(open(url), [first, second])),
    );
    expect(done.flat().sort()).toEqual(["0001-a", "0002-b"]);
  });

  test("an older version works beside a newer one, unless that one says otherwise", async () => {
    const { db } = await openBare();
    await migrate(db, [first, second]);
    expect(await migrate(db, [first])).toEqual([]);
    await migrate(db, [first, second, { id: "0003-c", up: "select 1", breaking: true }]);
    await expect(migrate(db, [first, second])).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringMatching(/0003-c.*upgrade Capstan/),
    });
  });

  test("numbers its migrations without a gap", () => {
    const numbers = MIGRATIONS.map(({ id }) => Number(id.slice(0, 4)));
    expect(numbers).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });

  test("runs that were there before have their skill in lists", async () => {
    const { db } = await openBare();
    const index = MIGRATIONS.findIndex(({ id }) => id === "0019-context-list");
    await migrate(db, MIGRATIONS.slice(0, index));
    await db.use(({ exec }) =>
      exec(`
        insert into agent_context_state (context_id, actor, current_turn, task_state, summary, version,
          agent_state_detail, created_at, updated_at)
        values ('run', 'owner', 1, 'completed', '', 1, '{"skill":"hello"}', '', ''),
          ('memory', 'owner', 1, 'pending', '', 1, 'null', '', '')`),
    );
    await migrate(db, MIGRATIONS);
    const skills = await db.all("select skill from agent_context_state order by context_id");
    expect(skills).toEqual([{ skill: null }, { skill: "hello" }]);
  });

  test("E59: deletes an agent's capabilities with the agent", async () => {
    const { db } = await openBare();
    await migrate(db, MIGRATIONS);
    await db.use(({ exec }) =>
      exec(`
        insert into agents values ('agent_1', 'a', '', 'active', null, '');
        insert into agent_capabilities values ('1', 'agent_1', 'noop', 0, '', '"noop"');
        delete from agents`),
    );
    expect(await db.all("select * from agent_capabilities")).toEqual([]);
  });
});
