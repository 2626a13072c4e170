import pg from "pg";
import { startPostgres } from "../../rig/postgres.ts";

/** A PostgreSQL server as durable as one in production; each process measured gets a database. */
export async function openDatabases() {
  const server = await startPostgres({ fsync: true });
  const pool = new pg.Pool({ connectionString: server.url, max: 1 });
  // Those that are idle when the server stops.
  pool.on("error", () => {});
  let count = 0;
  return {
    async create(): Promise<string> {
      const name = `turns_${++count}`;
      await pool.query(`create database ${name}`);
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    async stop() {
      await pool.end();
      await server.stop();
    },
  };
}
