import { describe, expect, test } from "vitest";
import { emptySchema } from "../../../rig/shared-postgres.ts";
import { spawnPostgresProcess } from "../../../rig/spawn-postgres-process.ts";
import * as make from "../../testing/fixtures.ts";
import type { Store } from "../store.ts";
import { openPostgresStore } from "./open-postgres-store.ts";

const session = make.makeSession();
const page = { limit: 2_000, offset: 0 };

async function openWithSession(url: string): Promise<Store> {
  const store = await openPostgresStore(url);
  await store.journal.commit("test.session", [{ type: "session.add", session }]);
  return store;
}

describe("several processes on one database", () => {
  test("S36, C5: eight that append to one stream leave one chain without a gap", async () => {
    const url = await emptySchema();
    const store = await openPostgresStore(url);
    const writers = Array.from({ length: 8 }, () => spawnPostgresProcess("append", url, 25));
    for (const writer of writers) await writer.ended();
    const { items } = await store.audit.list(page);
    expect(items.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 200 }, (_, n) => 200 - n),
    );
    expect(await store.audit.verify(() => true)).toMatchObject({ ok: true, records: 200 });
    await store.close();
  });

  test("S41: of those that move a session from one version, exactly one wins", async () => {
    const url = await emptySchema();
    const writers = [1, 2].map(() => spawnPostgresProcess("move", url, 40));
    await Promise.all(writers.map((writer) => writer.line()));
    const store = await openWithSession(url);
    for (const writer of writers) await writer.ended();
    const won = writers.flatMap(({ lines: [_ready, ...versions] }) => versions.map(Number));
    expect(won.sort((a, b) => a - b)).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
    expect(await store.sessions.lastSequence(session.id)).toBe(80);
    await store.close();
  });

  test("S36: one that is killed while it commits leaves each step whole or not at all", async () => {
    const url = await emptySchema();
    const store = await openWithSession(url);
    const writer = spawnPostgresProcess("steps", url, 0);
    for (let step = 0; step < 20; step++) await writer.line();
    await writer.kill();
    const said = Number(writer.lines.at(-1));
    const stored = (await store.sessions.get(session.id))?.lastTurn ?? 0;
    // The last one may have been stored, and its writer killed before it could say so.
    expect(stored === said || stored === said + 1).toBe(true);
    expect((await store.sessions.messages(session.id, page)).total).toBe(2 * stored);
    const { items } = await store.sessions.events(session.id, { ...page, since: 0 });
    expect(items.map(({ sequence, turn }) => [sequence, turn])).toEqual(
      Array.from({ length: stored }, (_, n) => [n + 1, n + 1]),
    );
    expect(await store.audit.verify(() => true)).toMatchObject({ ok: true, records: stored });
    await store.close();
  });
});
