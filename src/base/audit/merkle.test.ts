import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../test/code-point.ts";
import { merklePath, merkleRoot, rootFromPath } from "./merkle.ts";

// The test vectors of Certificate Transparency, RFC 6962.
const LEAVES = ["", "\x00", "\x10", " !", "01", "@ABC", "PQRSTUVW", "`abcdefghijklmno"];
const ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

const leaves = fc.array(fc.string({ unit: codePoint }), { minLength: 1, maxLength: 40 });

describe("merkleRoot", () => {
  test.each(ROOTS.map((root, index) => ({ root, size: index + 1 })))(
    "of $size leaves is that of RFC 6962",
    ({ root, size }) => expect(merkleRoot(LEAVES.slice(0, size))).toBe(root),
  );

  test("of no leaf is refused", () => {
    expect(() => merkleRoot([])).toThrow(RangeError);
  });

  test("changes with any leaf, and with their order", () => {
    fc.assert(
      fc.property(leaves, fc.nat(), fc.string(), (all, at, text) => {
        const index = at % all.length;
        fc.pre(all[index] !== text);
        expect(merkleRoot(all.with(index, text))).not.toBe(merkleRoot(all));
        expect(merkleRoot([...all, text])).not.toBe(merkleRoot(all));
        const turned = all.toReversed();
        if (turned.some((leaf, n) => leaf !== all[n])) {
          expect(merkleRoot(turned)).not.toBe(merkleRoot(all));
        }
      }),
    );
  });
});

describe("merklePath", () => {
  test("leads from every leaf to the root", () => {
    fc.assert(
      fc.property(leaves, (all) => {
        const root = merkleRoot(all);
        for (const [index, leaf] of all.entries()) {
          expect(rootFromPath(leaf, merklePath(all, index))).toBe(root);
        }
      }),
    );
  });

  test("leads from another leaf elsewhere", () => {
    const path = merklePath(LEAVES, 3);
    expect(rootFromPath("something else", path)).not.toBe(ROOTS[7]);
    expect(rootFromPath(LEAVES[3] ?? "", path.slice(1))).not.toBe(ROOTS[7]);
    expect(path).toHaveLength(3);
  });

  test("of a leaf that is not there is refused", () => {
    expect(() => merklePath(LEAVES, 8)).toThrow(RangeError);
    expect(() => merklePath(LEAVES, -1)).toThrow(RangeError);
  });

  test("a node cannot be passed off as a leaf", () => {
    const [first] = merklePath(["a", "b"], 0);
    const [second] = merklePath(["a", "b"], 1);
    const bytes = Buffer.from(`${second?.hash}${first?.hash}`, "hex");
    expect(rootFromPath(bytes.toString("latin1"), [])).not.toBe(merkleRoot(["a", "b"]));
  });
});
