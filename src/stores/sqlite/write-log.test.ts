import { existsSync, fdatasyncSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryDatabase } from "../../testing/temporary-database.ts";
import { openDatabase } from "./database.ts";
import { createWriteLog } from "./write-log.ts";

/** A database with a table to write to, and a disk that counts. */
function open() {
  const disk = { synced: 0, fails: false };
  const file = temporaryDatabase();
  const db = openDatabase(file);
  const log = createWriteLog(db, `${file}-wal`, (handle) => {
    if (disk.fails) throw new Error("EIO");
    fdatasyncSync(handle);
    disk.synced += 1;
  });
  onTestFinished(() => {
    log.close();
    db.close();
  });
  db.exec("create table t (n integer) strict");
  const insert = db.prepare("insert into t (n) values (1)");
  return {
    log,
    file,
    disk,
    async commit(durable: "now" | "later") {
      log.check();
      insert.run();
      await log.committed(durable);
    },
  };
}

test("what has to last is synced before it is done, and the rest is not", async () => {
  const { commit, disk } = open();
  await commit("later");
  expect(disk.synced).toBe(0);
  await commit("now");
  expect(disk.synced).toBe(1);
  for (let n = 2; n <= 100; n++) {
    await commit("now");
    expect(disk.synced).toBe(n);
  }
});

test("what is committed at once is synced at once", async () => {
  const { commit, disk } = open();
  for (let n = 0; n < 50; n++) await commit("now");
  disk.synced = 0;
  for (let n = 0; n < 50; n++) await Promise.all(Array.from({ length: 8 }, () => commit("now")));
  // 400 commits. The first find out that they are no longer alone.
  expect(disk.synced).toBeGreaterThanOrEqual(50);
  expect(disk.synced).toBeLessThan(50 + 40);
});

test("no one who shares a sync is done before it", async () => {
  const { commit, disk } = open();
  const seen: number[] = [];
  const all = [1, 2, 3].map(() => commit("now").then(() => seen.push(disk.synced)));
  expect(disk.synced).toBe(0);
  await Promise.all(all);
  expect(seen).toEqual([1, 1, 1]);
});

test("a sync that fails fails all who share it", async () => {
  const { commit, disk } = open();
  disk.fails = true;
  const ends = await Promise.allSettled([commit("now"), commit("now")]);
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("to flush syncs what is behind, once", async () => {
  const { commit, log, disk } = open();
  await commit("later");
  await commit("later");
  await Promise.all([log.flush(), log.flush()]);
  expect(disk.synced).toBe(1);
  await log.flush();
  expect(disk.synced).toBe(1);
  await commit("now");
  await log.flush();
  expect(disk.synced).toBe(2);
});

test("what is behind does not stay so, also when nothing is committed any more", async () => {
  const { commit, disk } = open();
  await commit("later");
  await vi.waitFor(() => expect(disk.synced).toBe(1));
});

test("a commit that is synced anyway spares that", async () => {
  const { commit, disk } = open();
  await commit("later");
  await commit("now");
  await delay(60);
  expect(disk.synced).toBe(1);
});

test("after a sync that failed nothing is taken for stored any more", async () => {
  const { commit, log, disk } = open();
  await commit("later");
  disk.fails = true;
  const failed = expect.objectContaining({ code: "STORE_UNAVAILABLE" });
  await expect(log.flush()).rejects.toEqual(failed);
  // What the disk has kept is unknown, whatever it says now.
  disk.fails = false;
  await expect(commit("now")).rejects.toEqual(failed);
  expect(() => log.check()).toThrow(failed);
  await expect(log.flush()).rejects.toEqual(failed);
});

test("a database in memory has nothing to sync", async () => {
  const log = createWriteLog(openDatabase(":memory:"), null);
  expect(log.committed("now")).toBeUndefined();
  await log.flush();
  log.close();
});

test("its own handle of the log does no harm: another reads, and it goes on to write", async () => {
  const { commit, log, file } = open();
  await commit("later");
  await log.flush();
  log.close();
  const other = openDatabase(file);
  expect(other.prepare("select count(*) as n from t").get()).toEqual({ n: 1 });
  other.close();
  expect(existsSync(`${file}-wal`)).toBe(true);
  await commit("now");
});
