import { expect, test } from "vitest";
import { recordRefusals } from "./record-refusals.ts";

test("what a server is refused is on record at once, and then once a minute with how often it was", () => {
  let now = 0;
  const written: unknown[] = [];
  const refuse = recordRefusals({ now: () => now }, (_server, data) => written.push(data));
  const refusal = { asked: "A rhyme?", reason: "Not now." };
  for (let n = 0; n < 1_000; n++) refuse("poems", refusal);
  refuse("other", refusal);
  now += 60_000;
  refuse("poems", refusal);
  const said = { asked: "A rhyme?", refused: "Not now." };
  expect(written).toEqual([
    { id: "poems", ...said, times: 1 },
    { id: "other", ...said, times: 1 },
    { id: "poems", ...said, times: 1_000 },
  ]);
});
