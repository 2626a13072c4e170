import { existsSync, fdatasyncSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryDatabase } from "../../testing/temporary-database.ts";
import { openDatabase } from "./database.ts";
import { createWriteLog } from "./write-log.ts";

/** A database with a table to write to; `mode` is how SQLite itself syncs. */
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
    mode: () => Object.values(db.prepare<object>("pragma synchronous").get() ?? {})[0],
    commit(durable: "now" | "later") {
      log.begin(durable);
      insert.run();
      log.end();
    },
  };
}

const [NORMAL, FULL] = [1, 2];

test("what has to last is synced by SQLite with its commit, and the rest is not", () => {
  const { commit, mode, disk } = open();
  commit("later");
  expect(mode()).toBe(NORMAL);
  commit("now");
  expect(mode()).toBe(FULL);
  expect(disk.synced).toBe(0);
});

test("to flush syncs what is behind, once", async () => {
  const { commit, log, disk } = open();
  commit("later");
  commit("later");
  await Promise.all([log.flush(), log.flush()]);
  expect(disk.synced).toBe(1);
  await log.flush();
  commit("now");
  await log.flush();
  expect(disk.synced).toBe(1);
});

test("what is behind does not stay so, also when nothing is committed any more", async () => {
  const { commit, disk } = open();
  commit("later");
  await vi.waitFor(() => expect(disk.synced).toBe(1));
});

test("a commit that is synced anyway spares that", async () => {
  const { commit, disk } = open();
  commit("later");
  commit("now");
  await delay(60);
  expect(disk.synced).toBe(0);
});

test("after a sync that failed nothing is taken for stored any more", async () => {
  const { commit, log, disk } = open();
  commit("later");
  disk.fails = true;
  const failed = expect.objectContaining({ code: "STORE_UNAVAILABLE" });
  await expect(log.flush()).rejects.toEqual(failed);
  // What the disk has kept is unknown, whatever it says now.
  disk.fails = false;
  expect(() => commit("now")).toThrow(failed);
  expect(() => log.check()).toThrow(failed);
  await expect(log.flush()).rejects.toEqual(failed);
});

test("a database in memory has nothing to sync", async () => {
  const log = createWriteLog(openDatabase(":memory:"), null);
  log.begin("later");
  log.end();
  await log.flush();
  log.close();
});

test("its own handle of the log does no harm: another reads, and it goes on to write", async () => {
  const { commit, log, file } = open();
  commit("later");
  await log.flush();
  log.close();
  const other = openDatabase(file);
  expect(other.prepare("select count(*) as n from t").get()).toEqual({ n: 1 });
  other.close();
  expect(existsSync(`${file}-wal`)).toBe(true);
  commit("now");
});
