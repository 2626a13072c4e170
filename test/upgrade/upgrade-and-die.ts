import { openDatabase as openPostgres } from "../../src/stores/postgres/database.ts";
import { migrate as migratePostgres } from "../../src/stores/postgres/migrate.ts";
import { MIGRATIONS as ON_POSTGRES } from "../../src/stores/postgres/migrations.ts";
import { openDatabase as openSqlite } from "../../src/stores/sqlite/database.ts";
import { migrate as migrateSqlite } from "../../src/stores/sqlite/migrate.ts";
import { MIGRATIONS as ON_SQLITE } from "../../src/stores/sqlite/migrations.ts";

// Upgrades a database and is killed, as by kill -9, right after its n-th statement.
const [place = "", n = ""] = process.argv.slice(2);
let left = Number(n);

function dieInTime(): void {
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
}

if (place.startsWith("postgres")) {
  const db = openPostgres(place);
  const use: typeof db.use = (work) =>
    db.use((connection) =>
      work({
        ...connection,
        exec: async (sql) => {
          await connection.exec(sql);
          dieInTime();
        },
      }),
    );
  await migratePostgres({ ...db, use }, ON_POSTGRES);
  await db.close();
} else {
  const db = openSqlite(place);
  const exec = (sql: string) => {
    db.exec(sql);
    dieInTime();
  };
  migrateSqlite({ ...db, exec }, ON_SQLITE);
  db.close();
}
