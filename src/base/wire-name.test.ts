import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wireNameOf } from "./wire-name.ts";

/** Any UTF-16 text, halves of surrogate pairs too: a name comes from outside. */
const anyUnit = fc.oneof(
  fc.constantFrom(..."ab_-.:/ A9"),
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
);
const anyName = fc.string({ unit: anyUnit, maxLength: 300 });

describe("a wire name", () => {
  test.each(["add", "get_current_time", "read-file", "A1", "_", "x".repeat(64)])(
    "X3: is the name itself where that is letters, digits, _ and - : %s",
    (name) => {
      expect(wireNameOf(name)).toBe(name);
    },
  );

  test.each(["open_docs", "read_file", "enable_tools", "exec_best_effort"])(
    "X3, X4: spells capability_packs.%s with an underscore and nothing more",
    (tool) => {
      expect(wireNameOf(`capability_packs.${tool}`)).toBe(`capability_packs_${tool}`);
    },
  );

  test("X3: stays legible where the name had to be changed", () => {
    expect(wireNameOf("files/read now")).toMatch(/^files_read_now_[0-9a-f]{16}$/);
    expect(wireNameOf("x".repeat(65))).toMatch(/^x{47}_[0-9a-f]{16}$/);
    expect(wireNameOf("")).toMatch(/^_[0-9a-f]{16}$/);
  });

  test("X3: is letters, digits, _ and -, at most 64, and the same each time", () => {
    fc.assert(
      fc.property(anyName, (name) => {
        expect(wireNameOf(name)).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(wireNameOf(name)).toBe(wireNameOf(name));
      }),
    );
  });
});

describe("two names never share a wire name", () => {
  test.each([
    { why: "a dot is not an underscore", names: ["a.b", "a_b", "a:b", "a b", "a/b", "a..b"] },
    { why: "case counts", names: ["read", "Read", "READ"] },
    {
      why: "nothing can pass for a base tool of packs",
      names: [
        "capability_packs.read_file",
        "capability_packs_read_file",
        "capability_packs:read_file",
        "capability.packs.read.file",
      ],
    },
    {
      why: "long names differ where they were cut off",
      names: ["x".repeat(64), "x".repeat(65), "x".repeat(300), `${"x".repeat(299)}y`],
    },
    { why: "halves of surrogate pairs differ", names: ["a\ud800", "a\ud801", "a\ufffd"] },
    { why: "accents differ, composed or not", names: ["caf\u00e9", "cafe\u0301", "cafe"] },
  ])("X3: $why", ({ names }) => {
    expect(new Set(names.map(wireNameOf)).size).toBe(names.length);
  });

  test.each(["a b", "capability_packs.read_file", "capability_packs_x", "x".repeat(80)])(
    "X3: the wire name of %s, taken as a name, gives another",
    (name) => {
      const taken = wireNameOf(name);
      expect(wireNameOf(taken)).not.toBe(taken);
    },
  );

  test("X3: a base tool of packs cannot be spelled so that it passes for a derived name", () => {
    const taken = wireNameOf("capability_packs_x");
    const impostor = taken.replace("capability_packs_", "capability_packs.");
    expect(wireNameOf(impostor)).not.toBe(taken);
  });

  test("X3: whatever they are", () => {
    fc.assert(
      fc.property(anyName, anyName, (name, other) => {
        const names = new Set([
          name,
          other,
          wireNameOf(name),
          name.replaceAll(/[^a-zA-Z0-9]/g, "_"),
          name.slice(0, -1),
          `capability_packs.${name}`,
          `capability_packs_${name}`,
        ]);
        expect(new Set([...names].map(wireNameOf)).size).toBe(names.size);
      }),
    );
  });
});
