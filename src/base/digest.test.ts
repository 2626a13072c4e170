import { expect, test } from "vitest";
import { digest, sha256 } from "./digest.ts";

test("hashes text as UTF-8", () => {
  expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(sha256("\u00e9")).toBe("4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c");
});

test("names its algorithm", () => {
  expect(digest({})).toBe(
    "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
  );
});

test("does not depend on the order of keys, and depends on everything else", () => {
  const of = digest({ a: 1, b: [1, 2] });
  expect(digest({ b: [1, 2], a: 1 })).toBe(of);
  for (const other of [{ a: 1, b: [2, 1] }, { a: "1", b: [1, 2] }, { a: 1 }, { A: 1, b: [1, 2] }]) {
    expect(digest(other)).not.toBe(of);
  }
});
