import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryDatabase } from "../../testing/temporary-database.ts";
import { type Database, openDatabase } from "./database.ts";

function open(file: string): Database {
  const db = openDatabase(file);
  onTestFinished(() => db.close());
  return db;
}

describe("openDatabase", () => {
  test("makes every commit survive a power cut, and lets others read meanwhile", () => {
    const db = open(temporaryDatabase());
    const pragma = (name: string) =>
      Object.values(db.prepare<object>(`pragma ${name}`).get() ?? {});
    const FULL = 2;
    expect(pragma("journal_mode")).toEqual(["wal"]);
    expect(pragma("synchronous")).toEqual([FULL]);
    expect(pragma("foreign_keys")).toEqual([1]);
    expect(pragma("locking_mode")).toEqual(["normal"]);
  });

  test("tells a taken key from every other failure", () => {
    const db = open(":memory:");
    db.exec("create table t (id text primary key, n integer not null, unique (n)) strict");
    const insert = db.prepare("insert into t (id, n) values (?, ?)");
    insert.run("a", 1);
    const failure = (code: string) => expect.objectContaining({ code });
    expect(() => insert.run("a", 2)).toThrow(failure("STATE_CONFLICT"));
    expect(() => insert.run("b", 1)).toThrow(failure("STATE_CONFLICT"));
    expect(() => insert.run("c", null)).toThrow(failure("STORE_UNAVAILABLE"));
    expect(() => db.prepare("select nonsense")).toThrow(failure("STORE_UNAVAILABLE"));
  });

  test("a backup beside writes of the same process is whole, every time", async () => {
    const file = temporaryDatabase();
    const db = open(file);
    db.exec("create table t (n integer, filler text) strict");
    const insert = db.prepare("insert into t (n, filler) values (?, ?)");
    for (let round = 0; round < 20; round++) {
      const copy = `${file}.${round}`;
      const made = db.backup(copy);
      for (let n = 0; n < 20; n++) {
        db.transaction("immediate", () => {
          for (let row = 0; row < 20; row++) insert.run(n, "x".repeat(500));
        });
      }
      await made;
      const [whole] = Object.values(
        open(copy).prepare<object>("pragma integrity_check").get() ?? {},
      );
      expect(whole).toBe("ok");
    }
  });

  test("undoes a transaction whose work throws, and takes the next one", () => {
    const db = open(":memory:");
    db.exec("create table t (n integer) strict");
    const insert = db.prepare("insert into t (n) values (?)");
    const failing = () =>
      db.transaction("immediate", () => {
        insert.run(1);
        throw new Error("stop");
      });
    expect(failing).toThrow("stop");
    expect(db.transaction("immediate", () => insert.run(2))).toBe(1);
    expect(db.prepare<{ n: number }>("select n from t").all()).toEqual([{ n: 2 }]);
  });

  test("gives up after its short wait while another process writes", () => {
    const file = temporaryDatabase();
    const [first, second] = [open(file), open(file)];
    first.transaction("immediate", () => {
      expect(() => second.transaction("immediate", () => {})).toThrow(
        expect.objectContaining({ code: "STORE_UNAVAILABLE", retryable: true }),
      );
    });
    second.transaction("immediate", () => {});
  });
});
