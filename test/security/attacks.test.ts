import { expect, test } from "vitest";
import { ATTACKS } from "../../docs/attacks.ts";
import { readProofs } from "../../docs/proofs.ts";

const withstood = new Set(readProofs().flatMap(({ ids }) => ids));

test("every attack is named by a test that withstands it, or says which part brings its surface", () => {
  const open = [...ATTACKS].filter(([id, { waitsFor }]) => !withstood.has(id) && !waitsFor);
  expect(open.map(([id]) => id)).toEqual([]);
});

test("no attack that is withstood waits for a part", () => {
  const both = [...ATTACKS].filter(([id, { waitsFor }]) => withstood.has(id) && waitsFor);
  expect(both.map(([id]) => id)).toEqual([]);
});
