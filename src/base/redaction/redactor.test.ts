import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cpuMs } from "../../../test/cpu-ms.ts";
import { runs } from "../../../test/runs.ts";
import type { JsonValue } from "../json.ts";
import { createRedactor } from "./redactor.ts";

const X = "***REDACTED***";
const SECRET = `p/ä "q"+<\\> 'x'&~€😀`;

function withSecrets(...values: readonly string[]) {
  const redactor = createRedactor();
  for (const [n, value] of values.entries()) {
    expect(redactor.register(`S${n}`, value)).toBe("registered");
  }
  return redactor;
}

function deep(levels: number, inside: JsonValue): JsonValue {
  return levels === 0 ? inside : [deep(levels - 1, inside)];
}

const base64 = (text: string) => Buffer.from(text).toString("base64");
const hex = (text: string) => Buffer.from(text).toString("hex");
const percentAll = (text: string) => `%${hex(text).match(/../g)?.join("%")}`;
const unicodeAll = (text: string) =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, "0"))
    .map((code) => `\\u${code}`)
    .join("");
const jsonText = (text: string) => JSON.stringify(text).slice(1, -1);
const htmlText = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

/** Each gives the whole value back to whoever undoes it. */
const ENCODERS: Record<string, (text: string) => string> = {
  raw: (text) => text,
  base64,
  "base64 without padding": (text) => base64(text).replace(/=+$/, ""),
  "base64 for URLs": (text) => Buffer.from(text).toString("base64url"),
  "base64 in lines": (text) => base64(text).replace(/.{8}/g, "$&\n"),
  "base64, percent-encoded": (text) => encodeURIComponent(base64(text)),
  "base64, slashes escaped": (text) => base64(text).replaceAll("/", "\\/"),
  "percent-encoded": (text) => encodeURIComponent(text),
  "percent-encoded, lower case": (text) =>
    encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  "percent-encoded, every byte": percentAll,
  "percent-encoded twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "as a form": (text) => new URLSearchParams({ a: text }).toString().slice(2),
  "in JSON": jsonText,
  "in JSON, in JSON": (text) => jsonText(jsonText(text)),
  "in JSON, slashes escaped": (text) => jsonText(text).replaceAll("/", "\\/"),
  "in JSON, \\u for everything": unicodeAll,
  "in JSON, \\u for what is not ASCII": (text) => jsonText(text).replace(/[^ -~]/g, unicodeAll),
  "in HTML": htmlText,
  "in HTML, decimal": (text) => Array.from(text, (char) => `&#${char.codePointAt(0)};`).join(""),
  "in HTML, hexadecimal": (text) =>
    Array.from(text, (char) => `&#x${char.codePointAt(0)?.toString(16)};`).join(""),
  hex,
  HEX: (text) => hex(text).toUpperCase(),
};

describe("a value that would hide ordinary text is not registered", () => {
  test.each(["", "a", "12345", "äöüß!", "  abc  ", "      "])("A109: %j is too short", (value) => {
    const redactor = createRedactor();
    expect(redactor.register("A", value)).toBe("too_short");
    expect(redactor.hideKnown(`x${value}x`)).toBe(`x${value}x`);
  });

  test.each([
    "password",
    "PASSWORD",
    "Secret",
    "changeme",
    "localhost",
    "completed",
    "assistant",
    "builtin",
    "aaaaaaaa",
    "------",
    "010101",
    "123456",
    "***REDACTED***",
    "REDACTED",
    " password\n",
  ])("A109: %j is too common", (value) => {
    const redactor = createRedactor();
    expect(redactor.register("A", value)).toBe("too_common");
    expect(redactor.hideKnown({ a: `x ${value} x` })).toEqual({ a: `x ${value} x` });
  });

  test.each(["abc12!", "hunter2", "12345678", "*Hunter22*"])("A109: %j is registered", (value) => {
    expect(withSecrets(value).hideKnown(`x${value}x`)).toBe(`x${X}x`);
  });
});

describe("a known value is hidden", () => {
  test.each(Object.entries(ENCODERS))("A107: %s", (_, encode) => {
    const { hideKnown } = withSecrets(SECRET);
    expect(hideKnown(encode(SECRET))).toBe(X);
    expect(hideKnown(`before: ${encode(SECRET)}, after`)).toBe(`before: ${X}, after`);
  });

  test.each([0, 1, 2, 3, 4])("in base64 of something longer, %i bytes in", (before) => {
    const { hideKnown } = withSecrets("hunter2-is-my-secret");
    for (let after = 0; after < 4; after++) {
      const text = `${"<".repeat(before)}hunter2-is-my-secret${">".repeat(after)}`;
      for (const encoding of ["base64", "base64url"] as const) {
        const hidden = hideKnown(Buffer.from(text).toString(encoding));
        expect(hidden).toContain(X);
        // At most a character that is shared with a neighbour is left on either side.
        expect(Buffer.from(hidden.replace(X, ""), "base64").toString()).not.toMatch(/hun|ter|cret/);
      }
    }
  });

  test("with white space around it or not", () => {
    expect(withSecrets("hunter2-is-it\n").hideKnown("hunter2-is-it")).toBe(X);
    expect(withSecrets("hunter2-is-it").hideKnown("\thunter2-is-it\n")).toBe(`\t${X}\n`);
  });

  test("over several lines, indented or not", () => {
    const { hideKnown } = withSecrets("first line 1\nsecond line 2\nthird line 3");
    expect(hideKnown("a: |\r\n  first line 1\r\n  second line 2\r\n  third line 3\r\n")).toBe(
      `a: |\r\n  ${X}\r\n`,
    );
  });

  test("where two overlap, both", () => {
    expect(withSecrets("abcdef12", "ef1234xy").hideKnown("<abcdef1234xy>")).toBe(`<${X}>`);
  });

  test("S43: in keys, values and nested data", () => {
    const { hideKnown, redact } = withSecrets("hunter2-is-it");
    const value = { a: [1, "x hunter2-is-it", { "hunter2-is-it": null }], b: true };
    const hidden = { a: [1, `x ${X}`, { [X]: null }], b: true };
    expect(hideKnown(value)).toEqual(hidden);
    expect(redact(value)).toEqual(hidden);
  });

  test("of digits, also as a number", () => {
    const { hideKnown, redact } = withSecrets("4815162342");
    expect(hideKnown([4815162342, 481516234, 14815162342])).toEqual([X, 481516234, 14815162342]);
    expect(redact({ pin: 4815162342 })).toEqual({ pin: X });
  });

  test("registered after the first use", () => {
    const redactor = withSecrets("first-value");
    expect(redactor.hideKnown("first-value second-value")).toBe(`${X} second-value`);
    redactor.register("B", "second-value");
    expect(redactor.hideKnown("first-value second-value")).toBe(`${X} ${X}`);
  });

  test("that looks like an end of the marker does not cut up markers", () => {
    const { hideKnown } = withSecrets("***abc", "xyz***");
    for (const text of [`${X}abc`, `xyz${X}`, `xyz${X}abc`]) expect(hideKnown(text)).toBe(text);
    expect(hideKnown(`${X} ***abc`)).toBe(`${X} ${X}`);
  });

  test("keys that become the same stay apart, and none is lost", () => {
    const { hideKnown } = withSecrets("hunter2-is-it", "another-value-1");
    const value = { "hunter2-is-it": 1, "another-value-1": 2, [`(2) ${X}`]: 3, plain: 4 };
    expect(hideKnown(value)).toEqual({ [X]: 1, [`(3) ${X}`]: 2, [`(2) ${X}`]: 3, plain: 4 });
  });

  test("a key __proto__ stays a key", () => {
    const { hideKnown } = withSecrets("hunter2-is-it");
    const value = JSON.parse('{"__proto__": {"a": "hunter2-is-it"}}');
    const hidden = hideKnown(value);
    expect(Object.getPrototypeOf(hidden)).toBe(Object.prototype);
    expect(JSON.stringify(hidden)).toBe(`{"__proto__":{"a":"${X}"}}`);
  });

  test("under its old value, too, until the name is forgotten", () => {
    const redactor = withSecrets("first-value");
    redactor.register("S0", "second-value");
    redactor.register("OTHER", "second-value");
    expect(redactor.hideKnown("first-value second-value")).toBe(`${X} ${X}`);
    redactor.forget("S0");
    expect(redactor.hideKnown("first-value second-value")).toBe(`first-value ${X}`);
    redactor.forget("OTHER");
    expect(redactor.hideKnown("first-value second-value")).toBe("first-value second-value");
  });

  test("of 64 kB, as a whole", () => {
    const long = Array.from({ length: 8_000 }, (_, n) => `k${n * 7919}`)
      .join("/")
      .slice(0, 65_536);
    const { hideKnown } = withSecrets(long);
    for (const encode of [String, base64, hex, encodeURIComponent]) {
      expect(hideKnown(`a ${encode(long)} b`)).toBe(`a ${X} b`);
    }
  });
});

describe("the redactor", () => {
  test("hides known values, patterns and by key names, in one go", () => {
    const { redact, hideKnown } = withSecrets("hunter2-is-it");
    const value = {
      note: "hunter2-is-it, api_key=abc",
      password: "x",
      list: ["Bearer abcdef0123456789"],
    };
    expect(redact(value)).toEqual({
      note: `${X}, api_key=${X}`,
      password: X,
      list: [`Bearer ${X}`],
    });
    expect(hideKnown(value)).toEqual({ ...value, note: `${X}, api_key=abc` });
  });

  test("a value that begins where a pattern's ends leaves nothing between", () => {
    const { redact } = withSecrets("two words", "-----\nstart");
    expect(redact("password=two words")).toBe(`password=${X}`);
    expect(redact("password=\ntwo wordsxyz")).toBe(redact(redact("password=\ntwo wordsxyz")));
  });

  test("what is nested deeper than 100 levels is cut off", () => {
    const { redact, hideKnown } = withSecrets("hunter2-is-it");
    const fine = deep(100, 1);
    expect(hideKnown(fine)).toBe(fine);
    expect(redact(fine)).toBe(fine);
    expect(hideKnown(deep(101, "hunter2-is-it"))).toEqual(deep(100, X));
    expect(redact(deep(5_000, 1))).toEqual(deep(100, X));
  });

  test("A108: hits at every level cost no more than a walk", () => {
    const { hideKnown } = withSecrets("hunter2-is-it");
    const started = cpuMs();
    let value: JsonValue = {};
    for (let level = 0; level < 99; level++) value = { "hunter2-is-it": value, a: "hunter2-is-it" };
    expect(JSON.stringify(hideKnown(value))).not.toContain("hunter2-is-it");
    const keys = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, n) => [
        `${n}`.padStart(6, " ").replace(/./g, "hunter2-is-it") + n,
        n,
      ]),
    );
    expect(Object.keys(hideKnown(keys))).toHaveLength(20_000);
    expect(cpuMs() - started).toBeLessThan(2_000);
  });
});

describe("properties", () => {
  const fragment = fc.constantFrom(
    ...["password=", "api_key: ", '"secret":"', "sk-", "Bearer ", "Authorization: ", "://u:", "@"],
    ...[
      "-----BEGIN PRIVATE KEY-----",
      "-----",
      "eyJabcdef.",
      "cookie: a=",
      "***",
      X,
      "RED",
      "%2",
      "%41",
    ],
    ...[
      "\\",
      "\\u00",
      '"',
      "'",
      "&amp;",
      "&#",
      ";",
      "+",
      " ",
      "\n",
      "=",
      "a1b2c3d4e5",
      "hunter2",
      "abc",
    ],
  );
  const messy = fc.oneof(
    fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join("")),
    fc.string({ unit: "grapheme" }),
  );
  const secret = fc
    .oneof(
      fc.string({ unit: "grapheme", minLength: 6, maxLength: 24 }),
      fc.array(fragment, { minLength: 2, maxLength: 4 }).map((parts) => parts.join("")),
    )
    .filter((value) => createRedactor().register("A", value) === "registered")
    .map((value) => value.trim());
  const json = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      messy,
      fc.constantFrom(null, true, 7),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.oneof(messy, fc.constantFrom("password", "a")), tie("value"), {
        maxKeys: 4,
      }),
    ),
  })).value;

  test("A107: no known value is left, whatever is around it and however it is encoded", () => {
    const encoder = fc.constantFrom(...Object.values(ENCODERS));
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 3 }),
        messy,
        encoder,
        messy,
        (secrets, before, encode, after) => {
          const redactor = withSecrets(...secrets);
          for (const value of secrets) {
            // A line break joins the reading of what stands before and behind it.
            const text = `${before} ${encode(value)} ${after}`;
            const parts = redactor.hideKnown(text).split(X);
            expect(parts.length).toBeGreaterThan(1);
            for (const part of parts) expect(part).not.toContain(encode(value));
          }
        },
      ),
      runs(150, 2_000),
    );
  });

  test("hiding twice is hiding once", () => {
    fc.assert(
      fc.property(fc.array(secret, { maxLength: 3 }), json, (secrets, value) => {
        const redactor = withSecrets(...secrets);
        for (const hide of [redactor.hideKnown, redactor.redact]) {
          const once = hide(value);
          expect(hide(once)).toEqual(once);
        }
      }),
      runs(150, 3_000),
    );
  });

  test("what has nothing to hide is the very same value", () => {
    const redactor = withSecrets("hunter2-is-it");
    fc.assert(
      fc.property(json, (value) => {
        for (const hide of [redactor.hideKnown, redactor.redact]) {
          const hidden = hide(value);
          if (JSON.stringify(hidden) === JSON.stringify(value)) expect(hidden).toBe(value);
          expect(hide(hidden)).toBe(hidden);
        }
      }),
      runs(150, 2_000),
    );
  });

  test("what was given is never changed", () => {
    const redactor = withSecrets("hunter2-is-it");
    fc.assert(
      fc.property(json, (value) => {
        const before = JSON.stringify(value);
        redactor.redact(value);
        expect(JSON.stringify(value)).toBe(before);
      }),
    );
  });
});
