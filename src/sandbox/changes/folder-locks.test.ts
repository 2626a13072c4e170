import { describe, expect, onTestFinished, test, vi } from "vitest";
import { emptySchema } from "../../../rig/shared-postgres.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Change, Journal } from "../../stores/journal.ts";
import { openPostgresStore } from "../../stores/postgres/open-postgres-store.ts";
import { openSqliteStore } from "../../stores/sqlite/open-sqlite-store.ts";
import { temporaryDatabase } from "../../testing/temporary-database.ts";
import { createFolderLocks } from "./folder-locks.ts";

const LEASE_MS = 20_000;
let holders = 0;

type Parts = { machine?: string; now?: () => number; isShared?: boolean };

function locksOn(journal: Pick<Journal, "commit">, parts: Parts = {}) {
  const { machine = "here", now = () => 0, isShared = true } = parts;
  const newHolder = () => `holder_${holders++}`;
  return createFolderLocks({ journal, clock: { now }, machine, isShared, newHolder });
}

/** A journal for each of two processes, with one database. */
const STORES = [
  {
    name: "SQLite",
    async two() {
      const file = temporaryDatabase();
      return [openSqliteStore(file), openSqliteStore(file)];
    },
  },
  {
    name: "PostgreSQL",
    async two() {
      const address = await emptySchema();
      return [await openPostgresStore(address), await openPostgresStore(address)];
    },
  },
];

describe.each(STORES)("on $name", ({ two }) => {
  async function journals() {
    const stores = await two();
    onTestFinished(async () => {
      for (const store of stores) await store.close();
    });
    const [one, other] = stores;
    if (!one || !other) throw new Error("There are two.");
    return [one.journal, other.journal] as const;
  }

  test("of two processes, one has a folder, and the other none above it or below it", async () => {
    const [one, other] = (await journals()).map((journal) => locksOn(journal));
    const lock = await one?.take("/a/b", "chg_1");
    expect(lock).toBeDefined();
    for (const process of [one, other]) {
      for (const root of ["/a", "/a/b", "/a/b/c"]) {
        expect(await process?.take(root, "chg_2")).toBeUndefined();
      }
    }
    expect(await other?.take("/a/bc", "chg_3")).toBeDefined();
    await lock?.release();
    expect(await other?.take("/a/b/c", "chg_4")).toBeDefined();
    expect(await one?.take("/a/b", "chg_5")).toBeUndefined();
  });

  test("of two processes that ask at once, one is answered with a lock", async () => {
    const [one, other] = (await journals()).map((journal) => locksOn(journal));
    for (let round = 0; round < 20; round++) {
      const locks = await Promise.all([one?.take("/a", "chg_1"), other?.take("/a/b", "chg_2")]);
      const taken = locks.filter((lock) => lock !== undefined);
      expect(taken).toHaveLength(1);
      await taken[0]?.release();
    }
  });

  test("what a dead process holds is free after its lease, and it cannot give back another's", async () => {
    const [one, other] = await journals();
    const dead = await locksOn(one).take("/a/b", "chg_1");
    const at = (now: number) => locksOn(other, { now: () => now });
    expect(await at(LEASE_MS - 1).take("/a", "chg_2")).toBeUndefined();
    expect(await at(LEASE_MS).take("/a", "chg_2")).toBeDefined();
    await dead?.release();
    expect(await at(LEASE_MS).take("/a/b", "chg_3")).toBeUndefined();
  });
});

test("where one process owns the store, what it finds was left by a dead one", async () => {
  const store = openSqliteStore(":memory:");
  onTestFinished(() => store.close());
  expect(await locksOn(store.journal, { isShared: false }).take("/a/b", "chg_1")).toBeDefined();
  const next = locksOn(store.journal, { isShared: false });
  const lock = await next.take("/a", "chg_1");
  expect(lock).toBeDefined();
  expect(await next.take("/a/b", "chg_2")).toBeUndefined();
  await lock?.release();
  expect(await next.take("/a/b", "chg_2")).toBeDefined();
});

test("a lock is renewed until it is given back, whatever the store answers", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const told: Change["type"][] = [];
  let isDown = false;
  const locks = locksOn({
    async commit(_step, changes) {
      told.push(...changes.map(({ type }) => type));
      if (isDown) throw new CapstanError("STORE_UNAVAILABLE", "It is down.");
    },
  });
  const lock = await locks.take("/a", "chg_1");
  await vi.advanceTimersByTimeAsync(LEASE_MS / 2);
  expect(told).toEqual(["folder_lock.take", "folder_lock.renew", "folder_lock.renew"]);
  isDown = true;
  await lock?.release();
  await vi.advanceTimersByTimeAsync(LEASE_MS);
  expect(told.slice(3)).toEqual(["folder_lock.release"]);
  await expect(locks.take("/a", "chg_2")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  isDown = false;
  expect(await locks.take("/a", "chg_2")).toBeDefined();
});
