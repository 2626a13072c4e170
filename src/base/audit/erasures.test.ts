import { describe, expect, test } from "vitest";
import { eraseBody, erasureDigest } from "./erased-body.ts";
import { createErasures } from "./erasures.ts";
import { findErasureFault } from "./find-erasure-fault.ts";

const stream = "session_1";
const texts = ["a", "b", "c"].map((n) => JSON.stringify({ data: { n }, type: "file.written" }));
const left = texts.map(eraseBody);
const at = (bodies: readonly string[]) =>
  bodies.map((body, index) => ({ stream, sequence: index + 1, body }));

const statement = (records: number) => {
  const data = { digest: erasureDigest(left.slice(0, records)), records, session_id: stream };
  const body = JSON.stringify({ data: { ...data, signature: "s" }, type: "session.erased" });
  return { stream: "system", sequence: 1, body };
};

/** What is found in records that were read one by one, and once more where that is wanted. */
function findFault(first: readonly string[], again: readonly string[], erased = 3) {
  const erasures = createErasures(({ signature }) => signature === "s");
  for (const record of [...at(first), statement(erased)]) erasures.take(record);
  return findErasureFault(erasures, async function* () {
    yield* at(again);
  });
}

const [a = "", b = "", c = ""] = texts;
const [erasedA = "", erasedB = "", erasedC = ""] = left;

describe("an erasure", () => {
  test("that happened while its stream was read counts", async () => {
    expect(await findFault([a, erasedB, erasedC], left)).toBeUndefined();
    expect(await findFault([a, b, erasedC], [a, b, erasedC])).toBeUndefined();
  });

  test("does not hide what was changed in a stream of which only a part was erased", async () => {
    const changed = erasedC.replace("file.written", "file.removed");
    expect(await findFault([a, erasedB, changed], [a, erasedB, changed])).toMatchObject({ stream });
    expect(await findFault([a, b, erasedC], ["no JSON", b, erasedC])).toMatchObject({ stream });
    expect(await findFault([a, b, erasedC], [])).toMatchObject({ stream });
  });

  test("counts for the records that it names, and for no later one", async () => {
    expect(await findFault([erasedA, erasedB, c], [], 2)).toBeUndefined();
    expect(await findFault(left, left, 2)).toMatchObject({ stream });
    expect(await findFault([a, b, erasedC], [a, b, erasedC], 2)).toMatchObject({ stream });
    expect(await findFault([erasedA, b, c], [erasedA, b, c], 1)).toBeUndefined();
  });
});
