import { expect, test } from "vitest";
import { checkpointBody, headsRoot, readCheckpointBody, sortHeads } from "./checkpoint-body.ts";
import { merkleRoot } from "./merkle.ts";

const heads = [
  { stream: "system", records: 2, hash: "b" },
  { stream: "actor:owner:2026-01-01", records: 1, hash: "a" },
];

test("the text of a checkpoint is canonical, and pinned", () => {
  const root = headsRoot(heads);
  expect(checkpointBody({ at: "now", previous: null, sequence: 1, heads })).toBe(
    `{"at":"now","previous":null,"root":"${root}","sequence":1,"streams":2}`,
  );
});

test("the leaves are heads in the order of their streams, whoever lists them", () => {
  const root = merkleRoot(["actor:owner:2026-01-01:1:a", "system:2:b"]);
  expect(headsRoot(heads)).toBe(root);
  expect(headsRoot(heads.toReversed())).toBe(root);
  const names = ["a", "Z", "\u{1F600}", "\uFFFD", "a:"].map((stream) => ({
    stream,
    records: 1,
    hash: "",
  }));
  expect(sortHeads(names).map((head) => head.stream)).toEqual([
    "Z",
    "a",
    "a:",
    "\u{1F600}",
    "\uFFFD",
  ]);
});

test.each(["", "3", "[]", "null", "{"])("%j says nothing about any checkpoint", (text) => {
  expect(readCheckpointBody(text).root).toBeUndefined();
});
