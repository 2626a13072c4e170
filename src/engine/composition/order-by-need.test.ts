import * as fc from "fast-check";
import { expect, test } from "vitest";
import { orderByNeed } from "./order-by-need.ts";

const needs = (table: Record<string, string[]>) => (id: string) => table[id] ?? [];

test.each([
  { wanted: ["a", "b"], table: {}, order: "a b" },
  { wanted: ["a"], table: { a: ["b"] }, order: "b a" },
  { wanted: ["a"], table: { a: ["b", "c"] }, order: "b c a" },
  { wanted: ["x", "a"], table: { a: ["b"] }, order: "x b a" },
  { wanted: ["b", "x", "a"], table: { a: ["b"] }, order: "b x a" },
  { wanted: ["x", "a", "b"], table: { a: ["b"] }, order: "x b a" },
  { wanted: ["a", "d"], table: { a: ["b", "c"], b: ["d"], c: ["d"] }, order: "d b c a" },
])("E58, E61, E66: $wanted with $table is $order", ({ wanted, table, order }) => {
  expect(orderByNeed(wanted, needs(table)).join(" ")).toBe(order);
});

test.each([
  { table: { a: ["a"] }, cycle: ["a", "a"] },
  { table: { a: ["b"], b: ["c"], c: ["b"] }, cycle: ["b", "c", "b"] },
])("E66: $table is refused, and only the circle is named", ({ table, cycle }) => {
  expect(() => orderByNeed(["a"], needs(table))).toThrow(
    expect.objectContaining({
      code: "CAPABILITY_CYCLE",
      message: expect.stringContaining(cycle.join(" → ")),
      details: { capabilities: cycle },
    }),
  );
});

test("E66: is not stopped by a long way down", () => {
  const chain = (id: string) => (id === "100000" ? [] : [String(Number(id) + 1)]);
  expect(orderByNeed(["0"], chain).slice(0, 2)).toEqual(["100000", "99999"]);
});

const SIZE = 7;
const graph = fc
  .uniqueArray(fc.tuple(fc.nat(SIZE - 1), fc.nat(SIZE - 1)), {
    maxLength: 14,
    selector: ([from, to]) => `${from} ${to}`,
  })
  .map((edges) => {
    const table = new Map(Array.from({ length: SIZE }, (_, n) => [`${n}`, [] as string[]]));
    for (const [from, to] of edges) table.get(`${from}`)?.push(`${to}`);
    return table;
  });
const wanted = fc.uniqueArray(fc.nat(SIZE - 1).map(String));

test("E66: a circle that can be reached is always found, and no other graph is refused", () => {
  const seen = { circle: 0, none: 0 };
  fc.assert(
    fc.property(graph, wanted, (table, ids) => {
      const order = () => orderByNeed(ids, (id) => table.get(id) ?? []);
      const reached = reachedFrom(ids, table);
      if ([...reached].some((id) => reachedFrom(table.get(id) ?? [], table).has(id))) {
        seen.circle += 1;
        expect(order).toThrow(expect.objectContaining({ code: "CAPABILITY_CYCLE" }));
        return;
      }
      seen.none += 1;
      const places = new Map(order().map((id, place) => [id, place]));
      expect(new Set(places.keys())).toEqual(reached);
      for (const [id, place] of places) {
        for (const need of table.get(id) ?? []) expect(places.get(need)).toBeLessThan(place);
      }
    }),
    { numRuns: 500 },
  );
  expect(Math.min(seen.circle, seen.none)).toBeGreaterThan(50);
});

/** By widening the set until it does not grow. */
function reachedFrom(ids: readonly string[], table: ReadonlyMap<string, string[]>): Set<string> {
  const reached = new Set(ids);
  for (let before = -1; before < reached.size; ) {
    before = reached.size;
    for (const id of [...reached]) for (const need of table.get(id) ?? []) reached.add(need);
  }
  return reached;
}
