import * as fc from "fast-check";
import { expect, test } from "vitest";
import { codePoint } from "../../../../test/code-point.ts";
import { fileNameOf } from "./file-name.ts";

const URL_TEXT = "https://a.test/dir/from-url.txt?x=1#y";

test.each([
  ["attachment; filename=plain.txt", "plain.txt"],
  ['attachment; filename="with space.txt"; size=3', "with space.txt"],
  ['attachment; filename="a \\"quoted\\".txt"', 'a "quoted".txt'],
  ["attachment; filename*=UTF-8''%e2%82%ac%20rates.txt", "€ rates.txt"],
  ["attachment; filename=\"fallback.txt\"; filename*=utf-8'de'gr%C3%BCn.txt", "grün.txt"],
  ["attachment; filename*=koi8-r''%CF.txt; filename=plain.txt", "plain.txt"],
  ["attachment; FileName=x.bin", "x.bin"],
  ["attachment", "from-url.txt"],
  ["inline; notfilename=x", "from-url.txt"],
  ['attachment; filename=""', "from-url.txt"],
  [undefined, "from-url.txt"],
])("E39: %j is named %s", (disposition, name) => {
  expect(fileNameOf(disposition, URL_TEXT)).toBe(name);
});

test.each([
  ['attachment; filename="../../etc/passwd"', "passwd"],
  ['attachment; filename="C:\\\\windows\\\\evil.exe"', "evil.exe"],
  ["attachment; filename*=UTF-8''..%2f..%2fx.sh", "x.sh"],
  ["attachment; filename*=UTF-8''a%00b%0d%0a.txt", "ab.txt"],
  ["attachment; filename*=UTF-8''exe%E2%80%AEtxt.doc", "exetxt.doc"],
  ['attachment; filename=".."', "from-url.txt"],
  ['attachment; filename="a/"', "from-url.txt"],
])("A3, E39: %j is only ever a base name", (disposition, name) => {
  expect(fileNameOf(disposition, URL_TEXT)).toBe(name);
});

test.each([
  ["https://a.test/", undefined],
  ["https://a.test", undefined],
  ["https://a.test/a%20b.pdf", "a b.pdf"],
  ["https://a.test/x%2f..%2fy", "y"],
  ["https://a.test/%zz", "%zz"],
])("E39: %s ends in %s", (url, name) => {
  expect(fileNameOf(undefined, url)).toBe(name);
});

test("E39: whatever is sent, a name is short, has no separator and no control character", () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint, maxLength: 400 }), (text) => {
      const name = fileNameOf(`attachment; filename="${text}"`, "https://a.test/") ?? "x";
      expect(name).toMatch(/^[^/\\\p{Cc}]{1,255}$/u);
      expect([".", ".."]).not.toContain(name);
    }),
  );
});
