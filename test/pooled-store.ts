import { emptyTables, ownSchema } from "../rig/shared-postgres.ts";
import { type Database, openDatabase } from "../src/stores/postgres/database.ts";
import { migrate } from "../src/stores/postgres/migrate.ts";
import { MIGRATIONS } from "../src/stores/postgres/migrations.ts";
import { createPostgresStore } from "../src/stores/postgres/open-postgres-store.ts";
import { unreachable } from "../src/stores/postgres/translate-error.ts";
import type { Store } from "../src/stores/store.ts";

type Pooled = { readonly schema: string; readonly db: Database };

const spare: Pooled[] = [];

/**
 * An empty store on PostgreSQL whose connections go to the next one when it is closed. A new
 * connection is a new process of the server, which has to read what every table is like and how every
 * statement is done: that took most of the time of these tests.
 */
export async function openPooledStore(): Promise<Store> {
  const pooled = spare.pop();
  if (pooled) await emptyTables(pooled.schema);
  const { schema, db } = pooled ?? (await openPooled());
  return createPostgresStore(borrowed(db, () => spare.push({ schema, db })));
}

async function openPooled(): Promise<Pooled> {
  const { name, url } = await ownSchema();
  const db = openDatabase(url, { connections: 4 });
  await migrate(db, MIGRATIONS);
  return { schema: name, db };
}

/** Closed as a database is: what was asked before is waited for, and nothing is asked after. */
function borrowed(db: Database, giveBack: () => void): Database {
  const asked = new Set<Promise<unknown>>();
  let isClosed = false;

  function through<Args extends readonly unknown[], T>(ask: (...args: Args) => Promise<T>) {
    return (...args: Args): Promise<T> => {
      if (isClosed) return Promise.reject(unreachable(new Error("The store is closed.")));
      const answer = ask(...args);
      asked.add(answer);
      answer.then(
        () => asked.delete(answer),
        () => asked.delete(answer),
      );
      return answer;
    };
  }
  return {
    all: through(db.all) as Database["all"],
    lists: through(db.lists) as Database["lists"],
    get: through(db.get) as Database["get"],
    commit: through(db.commit),
    use: through(db.use) as Database["use"],
    async close() {
      if (isClosed) return;
      isClosed = true;
      await Promise.allSettled(asked);
      giveBack();
    },
  };
}
