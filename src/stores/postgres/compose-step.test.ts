import { describe, expect, test } from "vitest";
import { type Fragment, template } from "../fragment.ts";
import { composeStep } from "./compose-step.ts";

const insert = template("insert into t (id) values ($1)");
const update = template("update t set n = $2 where id = $1");

const inserted = (id: string): Fragment => ({ template: insert, values: [id], row: `t ${id}` });
const updated = (id: string, n: number): Fragment => ({
  template: update,
  values: [id, n],
  row: `t ${id}`,
  subject: id,
});

describe("composeStep", () => {
  test("nothing to write is no statement", () => {
    expect(composeStep([], [])).toEqual([]);
  });

  test("parts of different rows are one statement, which fails when a row is not found", () => {
    const [only, ...more] = composeStep([inserted("a"), updated("b", 1), updated("c", 2)], []);
    expect(more).toEqual([]);
    expect(only?.values).toEqual(["a", "b", 1, "c", 2, "b", "c"]);
    expect(only?.text).toBe(
      [
        "with part_0 as (insert into t (id) values ($1)),",
        "part_1 as (update t set n = $3 where id = $2 returning 1),",
        "part_2 as (update t set n = $5 where id = $4 returning 1)",
        "select require_row(exists(select from part_1), $6), require_row(exists(select from part_2), $7)",
      ].join("\n"),
    );
  });

  test("a row that was written before is written by the next statement, which sees it", () => {
    const queries = composeStep([inserted("a"), inserted("b"), updated("a", 1)], []);
    expect(queries.map(({ values }) => values)).toEqual([
      ["a", "b"],
      ["a", 1, "a"],
    ]);
  });

  test("steps of the same kind are the same text, so that it is planned once", () => {
    const texts = ["x", "y"].map(
      (id) => composeStep([inserted(id), updated(`${id}2`, 1)], [])[0]?.text,
    );
    expect(texts[0]).toBe(texts[1]);
    const [other] = composeStep([updated("x", 1), inserted("y")], []);
    expect(other?.text).not.toBe(texts[0]);
  });

  test("what has to be alone is alone, and what belongs together stays so in the last one", () => {
    const alone: Fragment = { ...inserted("lock"), alone: true };
    const queries = composeStep([inserted("a"), alone], [inserted("b"), inserted("c")]);
    expect(queries.map(({ values }) => values)).toEqual([["a"], ["lock"], ["b", "c"]]);
  });

  test("very many changes are several statements", () => {
    const many = Array.from({ length: 100 }, (_, n) => inserted(`${n}`));
    const queries = composeStep(many, []);
    expect(queries.length).toBeGreaterThan(1);
    expect(queries.flatMap(({ values }) => values)).toHaveLength(100);
  });
});
