import fc from "fast-check";
import { expect, test } from "vitest";
import { createIds } from "./ids.ts";

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const NEW_YEAR = Date.UTC(2026, 0, 1);

test.each(["agent", "session", "msg", "inv", "appr", "evt", "aud", "token"] as const)(
  "X28: an id of a new %s is its prefix and a UUID of version 7",
  (prefix) => {
    const [before, uuid] = createIds(() => NEW_YEAR)(prefix).split("_");
    expect(before).toBe(prefix);
    expect(uuid).toMatch(UUID_V7);
  },
);

test("X28: an id starts with the milliseconds at which it was made", () => {
  const id = createIds(() => NEW_YEAR)("inv");
  expect(Number.parseInt(id.slice(4, 17).replace("-", ""), 16)).toBe(NEW_YEAR);
});

test("X28: ids rise within one millisecond, also beyond the 4,096 that its counter can tell", () => {
  const newId = createIds(() => NEW_YEAR);
  const ids = Array.from({ length: 10_000 }, () => newId("evt"));
  expect(ids.every((id) => UUID_V7.test(id.slice(4)))).toBe(true);
  expectRising(ids);
});

test("X28: ids rise whatever the clock does", () => {
  const readings = fc.array(fc.integer({ min: 0, max: 2 ** 47 }), { minLength: 2, maxLength: 50 });
  fc.assert(
    fc.property(readings, (times) => {
      const clock = times.values();
      const newId = createIds(() => clock.next().value ?? 0);
      expectRising(times.map(() => newId("evt")));
    }),
  );
});

test("X28: a clock that steps back for 4,096 ids and more still gives rising ids", () => {
  let reads = 0;
  const newId = createIds(() => (++reads === 1 ? NEW_YEAR : NEW_YEAR - 60_000));
  expectRising(Array.from({ length: 9_000 }, () => newId("evt")));
});

test("no two ids share their random part, within one source and between sources", () => {
  const sources = [createIds(() => NEW_YEAR), createIds(() => NEW_YEAR)];
  const tails = sources.flatMap((newId) =>
    Array.from({ length: 500 }, () => newId("msg").slice(-17)),
  );
  expect(new Set(tails).size).toBe(1_000);
});

function expectRising(ids: readonly string[]): void {
  expect(ids.findIndex((id, index) => index > 0 && id <= (ids[index - 1] ?? ""))).toBe(-1);
}
