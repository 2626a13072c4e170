import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decodeText, looksBinary } from "./decode-text.ts";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const page = { charset: undefined, isHtml: true, isCut: false };

test.each([
  ["the server's charset", latin1("gr\xfcn"), "iso-8859-1", "grün"],
  ["Shift_JIS", Buffer.from([0x93, 0xfa, 0x96, 0x7b]), "Shift_JIS", "日本"],
  ["UTF-8 without a word", Buffer.from("grün"), undefined, "grün"],
  ["windows-1252 where UTF-8 is impossible", latin1("gr\xfcn \x93x\x94"), undefined, "grün “x”"],
  ["an unknown charset as if unsaid", Buffer.from("grün"), "x-nonsense", "grün"],
  ["a byte order mark over the server", Buffer.from("\ufeffgrün"), "iso-8859-1", "grün"],
  ["UTF-16 by its mark", Buffer.from("\ufeffgrün", "utf16le"), undefined, "grün"],
  ["<meta charset>", latin1('<meta charset="latin1">\xe9'), undefined, '<meta charset="latin1">é'],
  [
    "the server over <meta>",
    Buffer.from("<meta charset=latin1>é"),
    "utf-8",
    "<meta charset=latin1>é",
  ],
  [
    "a <meta> that cannot be true",
    Buffer.from("<meta charset=utf-16>é"),
    undefined,
    "<meta charset=utf-16>é",
  ],
])("E42: reads %s", (_, bytes, charset, text) => {
  expect(decodeText(bytes, { ...page, charset })).toBe(text);
});

test("E42: reads http-equiv, and only in HTML", () => {
  const start = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">';
  const bytes = Buffer.concat([Buffer.from(start), Buffer.from([0xcf])]);
  expect(decodeText(bytes, page)).toBe(`${start}П`);
  expect(decodeText(bytes, { ...page, isHtml: false })).toBe(`${start}Ï`);
});

test("E42: any bytes become text that JSON can carry, cut anywhere", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), fc.boolean(), (bytes, isCut) => {
      expect(decodeText(bytes, { ...page, isCut }).isWellFormed()).toBe(true);
    }),
  );
});

test("E42: a UTF-8 text cut in a character loses only that one", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), fc.nat(), (text, at) => {
      const bytes = Buffer.from(text);
      const cut = bytes.subarray(0, at % bytes.length);
      const read = decodeText(cut, { ...page, charset: "utf-8", isCut: true });
      expect(text.replace(/^\ufeff/, "").startsWith(read)).toBe(true);
    }),
  );
});

test.each([
  [Buffer.from("text"), false],
  [Buffer.from("a\0"), true],
  [Buffer.from("\ufeffab", "utf16le"), false],
  [Buffer.alloc(0), false],
])("E40: %o looks binary: %s", (bytes, binary) => {
  expect(looksBinary(bytes)).toBe(binary);
});
