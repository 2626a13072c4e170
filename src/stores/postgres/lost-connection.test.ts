import { createConnection, createServer, type Socket } from "node:net";
import { inspect } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startPostgres } from "../../../rig/postgres.ts";
import { emptySchema } from "../../../rig/shared-postgres.ts";
import * as make from "../../testing/fixtures.ts";
import type { Change } from "../journal.ts";
import { openPostgresStore } from "./open-postgres-store.ts";

const record: Change = { type: "audit.add", entry: make.makeAuditEntry() };

type Proxy = {
  readonly url: string;
  /** Ends the connection at the server's next answer, and keeps that to itself. */
  cut(): void;
  /** From now on nothing passes, in either direction. */
  freeze(): void;
};

/** Stands between a store and its server. */
async function openProxy(url: string): Promise<Proxy> {
  const target = new URL(url);
  let cutNext = false;
  let frozen = false;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = createConnection(Number(target.port), target.hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    }
    client.on("data", (request) => frozen || server.write(request));
    client.on("end", () => server.end());
    server.on("data", (answer) => {
      if (cutNext) client.destroy();
      else if (!frozen) client.write(answer);
    });
    server.on("end", () => client.end());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const address = proxy.address();
  const through = new URL(url);
  through.port = String(typeof address === "object" ? address?.port : 0);
  return {
    url: through.href,
    cut: () => {
      cutNext = true;
    },
    freeze: () => {
      frozen = true;
    },
  };
}

describe("a lost connection", () => {
  test("a commit whose answer is lost is neither a success nor tried again", async () => {
    const url = await emptySchema();
    const proxy = await openProxy(url);
    const [store, witness] = [await openPostgresStore(proxy.url), await openPostgresStore(url)];
    await store.journal.commit("test.first", [record]);
    proxy.cut();
    await expect(store.journal.commit("test.lost", [record])).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      retryable: true,
      details: { outcome: "unknown" },
    });
    // It was stored, once: whoever asks finds it.
    await vi.waitFor(async () => {
      expect((await witness.audit.list({ limit: 9, offset: 0 })).total).toBe(2);
    }, 5_000);
    expect(await witness.audit.verify(() => true)).toMatchObject({ ok: true, records: 2 });
    await Promise.all([store.close(), witness.close()]);
  });

  test("S36: after PostgreSQL was killed and started again the same store goes on", async () => {
    const server = await startPostgres({ fsync: true });
    onTestFinished(() => server.stop());
    const store = await openPostgresStore(server.url);
    onTestFinished(() => store.close());
    for (let n = 0; n < 5; n++) await store.journal.commit("test.before", [record]);
    await server.crash();
    const unavailable = { code: "STORE_UNAVAILABLE", retryable: true };
    await expect(store.journal.commit("test.down", [record])).rejects.toMatchObject(unavailable);
    await expect(store.ping()).rejects.toMatchObject(unavailable);
    await server.start();
    await vi.waitFor(() => store.ping(), 10_000);
    await store.journal.commit("test.after", [record]);
    expect(await store.audit.verify(() => true)).toMatchObject({ ok: true, records: 6 });
  });

  test("a ping has a deadline, also when nothing answers at all", async () => {
    const proxy = await openProxy(await emptySchema());
    const store = await openPostgresStore(proxy.url);
    await store.ping();
    proxy.freeze();
    await expect(store.ping()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    proxy.cut();
  });

  test("no error shows the password of the address", async () => {
    const addresses = [
      "postgres://owner:s3cret@127.0.0.1:1/capstan",
      "postgres://owner:s3cret@127.0.0.1:port/capstan",
      "mysql://owner:s3cret@127.0.0.1/capstan",
    ];
    for (const address of addresses) {
      const error = await openPostgresStore(address).catch((caught: unknown) => caught);
      expect(error).toMatchObject({
        code: expect.stringMatching(/STORE_UNAVAILABLE|SETTINGS_INVALID/),
      });
      expect(inspect(error, { depth: null, showHidden: true })).not.toContain("s3cret");
    }
  });
});
