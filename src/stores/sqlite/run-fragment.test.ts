import { expect, onTestFinished, test } from "vitest";
import { template } from "../fragment.ts";
import { openDatabase } from "./database.ts";
import { createFragmentRunner } from "./run-fragment.ts";

function openTable() {
  const db = openDatabase(":memory:");
  onTestFinished(() => db.close());
  db.exec("create table t (id text primary key, n integer not null) strict");
  return { run: createFragmentRunner(db), rows: () => db.prepare("select id, n from t").all() };
}

const insert = template("insert into t (id, n) values ($1, $2)");
const update = template("update t set n = $2 where id = $1");
const isThere = template("select 1 from t where id = $1");

test("a fragment with a subject is a conflict when it finds no row, and only then", () => {
  const { run, rows } = openTable();
  run({ template: insert, values: ["a", 1], row: "t a" });
  run({ template: update, values: ["a", 2], row: "t a", subject: "a" });
  run({ template: update, values: ["b", 2], row: "t b" });
  expect(rows()).toMatchObject([{ id: "a", n: 2 }]);
  const missing = { values: ["b", 2], row: "t b", subject: "The row" };
  expect(() => run({ template: update, ...missing })).toThrow("The row changed meanwhile");
});

test("a fragment that only looks is a conflict when nothing is there", () => {
  const { run } = openTable();
  run({ template: insert, values: ["a", 1], row: "t a" });
  run({ template: isThere, values: ["a"], row: "t a", subject: "a" });
  expect(() => run({ template: isThere, values: ["b"], row: "t b", subject: "b" })).toThrow(
    "b changed meanwhile",
  );
});

test("the SQL of SQLite may leave out values that only PostgreSQL needs", () => {
  const { run, rows } = openTable();
  const differs = template({
    sqlite: "insert into t (id, n) values ($2, $3)",
    postgres: "insert into t (copy, id, n) values ($1, $2, $3)",
  });
  run({ template: differs, values: ["unused", "a", 1], row: "t a" });
  expect(rows()).toMatchObject([{ id: "a", n: 1 }]);
});
