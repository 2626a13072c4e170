import { closeSync, copyFileSync, fstatSync, openSync, statSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDatabase } from "../../testing/temporary-database.ts";
import { openDatabase } from "./database.ts";
import { createFiller } from "./fill-ahead.ts";

function open() {
  const file = temporaryDatabase();
  const db = openDatabase(file);
  db.exec("create table t (n integer, filler blob) strict");
  const insert = db.prepare("insert into t (n, filler) values (?, zeroblob(4000))");
  const handle = openSync(`${file}-wal`, "r+");
  onTestFinished(() => {
    closeSync(handle);
    db.close();
  });
  return { file, db, insert, handle, size: () => fstatSync(handle).size };
}

test("a log that has grown a little grows ahead of what is written", () => {
  const { db, insert, handle, size } = open();
  const fillAhead = createFiller(db);
  insert.run(0);
  const small = size();
  fillAhead(handle);
  expect(size()).toBe(small);

  const sizes = new Set<number>();
  for (let n = 1; n <= 300; n++) {
    insert.run(n);
    fillAhead(handle);
    sizes.add(size());
  }
  // Without it, each of the 300 makes the file longer.
  expect(sizes.size).toBeLessThan(60);
});

test("what follows the zeros of a log that was not closed is all there", () => {
  const { file, db, insert, handle } = open();
  const fillAhead = createFiller(db);
  const other = openDatabase(file);
  onTestFinished(() => other.close());
  const more = other.prepare("insert into t (n, filler) values (?, zeroblob(4000))");
  for (let n = 0; n < 400; n++) {
    (n % 2 ? insert : more).run(n);
    fillAhead(handle);
  }
  // As after a crash: the log is read from its file alone.
  const copy = temporaryDatabase();
  copyAll(file, copy);
  const again = openDatabase(copy);
  onTestFinished(() => again.close());
  expect(again.prepare("select count(*) as n, sum(n) as sum from t").get()).toEqual({
    n: 400,
    sum: (399 * 400) / 2,
  });
  expect(again.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
});

test("a disk that takes no zeros takes commits as before", () => {
  const { db, insert, handle, size } = open();
  const fillAhead = createFiller(db, () => {
    throw new Error("ENOSPC");
  });
  for (let n = 0; n < 100; n++) {
    insert.run(n);
    fillAhead(handle);
  }
  expect(size()).toBeGreaterThan(400_000);
  expect(db.prepare("select count(*) as n from t").get()).toEqual({ n: 100 });
});

function copyAll(from: string, to: string): void {
  for (const end of ["", "-wal"]) copyFileSync(from + end, to + end);
  expect(statSync(`${to}-wal`).size).toBeGreaterThan(1_000_000);
}
