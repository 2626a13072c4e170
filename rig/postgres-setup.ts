import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type PostgresServer, startPostgres } from "./postgres.ts";

/**
 * For vitest's `globalSetup`: one server for the whole run, started when a test first asks for it
 * (rig/shared-postgres.ts), so that a run without such a test does not wait for it.
 */
export async function setup(): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | undefined;
  const door = createServer(async (_request, response) => {
    try {
      server ??= startPostgres({ fsync: false });
      response.end((await server).url);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const { port } = door.address() as AddressInfo;
  process.env.CAPSTAN_TEST_POSTGRES = `http://127.0.0.1:${port}`;

  return async () => {
    delete process.env.CAPSTAN_TEST_POSTGRES;
    door.closeAllConnections();
    door.close();
    await (await server)?.stop();
  };
}
