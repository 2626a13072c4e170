import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodingsOf } from "./encodings.ts";
import { viewsOf } from "./encodings-views.ts";

const bytes = fc.uint8Array({ maxLength: 7 }).map((array) => Buffer.from(array));
const value = fc.string({ unit: "grapheme", minLength: 6, maxLength: 30 });

describe("the encodings of a value", () => {
  test.each(["base64", "base64url", "hex"] as const)(
    "A107: are found in the %s of any text around it",
    (encoding) => {
      fc.assert(
        fc.property(bytes, value, bytes, (before, text, after) => {
          const whole = Buffer.concat([before, Buffer.from(text), after]).toString(encoding);
          expect(encodingsOf(text).some((form) => whole.includes(form))).toBe(true);
        }),
      );
    },
  );

  test("cover the base64 of the value alone to its last character", () => {
    expect(encodingsOf("passw0rd")).toContain("cGFzc3cwcmQ=");
    expect(encodingsOf("passw0rd")).toContain("cGFzc3cwcmQ");
    expect(encodingsOf("???>>>")).toEqual(expect.arrayContaining(["Pz8/Pj4+", "Pz8_Pj4-"]));
  });

  test("are long enough to be searched for", () => {
    fc.assert(
      fc.property(value, (text) => {
        expect(Math.min(...encodingsOf(text).map((form) => form.length))).toBeGreaterThanOrEqual(6);
      }),
    );
  });
});

describe("the views of a text", () => {
  const percent = (char: string) =>
    Array.from(Buffer.from(char), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const unicode = (char: string) =>
    Array.from({ length: char.length }, (_, at) =>
      char.charCodeAt(at).toString(16).padStart(4, "0"),
    )
      .map((code) => `\\u${code}`)
      .join("");
  const escapers: Record<string, (char: string) => string> = {
    "percent, lower case": percent,
    "percent, upper case": (char) => percent(char).toUpperCase(),
    "JSON \\u": unicode,
    "HTML, decimal": (char) => `&#${char.codePointAt(0)};`,
    "HTML, hexadecimal": (char) => `&#x${char.codePointAt(0)?.toString(16)};`,
  };

  test.each(Object.entries(escapers))("undo %s, whichever characters are escaped", (_, escaped) => {
    const char = fc.constantFrom("a", "Z", "0", "ä", "€", "😀", "~", " ");
    fc.assert(
      fc.property(fc.array(fc.tuple(char, fc.boolean()), { minLength: 1 }), (chars) => {
        fc.pre(chars.some(([, isEscaped]) => isEscaped));
        const plain = chars.map(([text]) => text).join("");
        const parts = chars.map(([text, isEscaped]) => (isEscaped ? escaped(text) : text));
        const view = viewsOf(parts.join("")).find(({ text }) => text === plain);
        let [at, from] = [0, 0];
        for (const [n, [text]] of chars.entries()) {
          const until = from + (parts[n]?.length ?? 0);
          expect(view?.startOf(at)).toBe(from);
          // The halves of a pair that was escaped as a whole are one character of the original.
          expect(view?.endOf(at + text.length - 1)).toBe(until);
          at += text.length;
          from = until;
        }
      }),
    );
  });

  test.each([
    ["a+b%2Bc", "a b+c"],
    ['a\\nb\\t\\"c\\/d\\x41', 'a\nb\t"c/dA'],
    ["&lt;a&amp;b&gt;&quot;&apos;", `<a&b>"'`],
    ["one  \r\n  two", "onetwo"],
    ["%2541", "A"],
    ['\\\\\\"', '"'],
  ])("%j also reads %j", (text, reading) => {
    expect(viewsOf(text).map((view) => view.text)).toContain(reading);
  });

  test.each(["plain", "100%", "a & b", "\\d", "%zz", "&unknown;", "&#x110000;"])(
    "%j has no other reading",
    (text) => {
      expect(viewsOf(text).filter((view) => view.text !== text)).toEqual([]);
    },
  );

  test("what leads back goes through both levels", () => {
    const view = viewsOf("x%2541%2542y").find(({ text }) => text === "xABy");
    expect([view?.startOf(1), view?.endOf(1), view?.endOf(2), view?.startOf(3)]).toEqual([
      1, 6, 11, 11,
    ]);
  });
});
