import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cpuMs } from "../../../test/cpu-ms.ts";
import { IS_LONG } from "../../../test/runs.ts";
import { createRedactor, type Redactor } from "./redactor.ts";

const X = "***REDACTED***";
const SECRET = "hunter2-is-my-secret";
const PEM = `-----BEGIN PRIVATE KEY-----\n${"MIIEpAIBAAKCAQEA7bq\n".repeat(40)}-----END PRIVATE KEY-----`;
/** Also in steps of 7 a secret begins at every offset of a chunk of 50. */
const STEP = IS_LONG ? 1 : 7;
const FILLER = "An ordinary line of text, number 7.\n".repeat(200);

const percentAll = (text: string) =>
  `%${Buffer.from(text).toString("hex").match(/../g)?.join("%")}`;
const percentTwice = (text: string) => percentAll(text).replaceAll("%", "%25");

function redactor(): Redactor {
  const made = createRedactor();
  made.register("A", SECRET);
  return made;
}

function inChunks(mode: "known" | "all", chunks: Iterable<string>): string {
  const stream = redactor().stream(mode);
  let text = "";
  for (const chunk of chunks) text += stream.push(chunk);
  return text + stream.end();
}

function* cut(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

describe("a stream", () => {
  const encoded = [
    SECRET,
    Buffer.from(SECRET).toString("base64"),
    Buffer.from(`x${SECRET}`).toString("base64"),
    Buffer.from(SECRET).toString("hex"),
    encodeURIComponent(SECRET).replaceAll("-", "%2D"),
    SECRET.replaceAll("-", "\\u002d"),
  ];
  test.each(encoded)("A107: hides %s, split at any offset", (secret) => {
    const text = `${FILLER}a ${secret} b ${FILLER}`;
    for (let at = FILLER.length - 2; at < FILLER.length + secret.length + 6; at++) {
      for (const mode of ["known", "all"] as const) {
        const hidden = inChunks(mode, [text.slice(0, at), text.slice(at)]);
        expect(hidden).toContain(X);
        expect(hidden.replace(/\S*\*\*\*REDACTED\*\*\*\S*/, secret)).toBe(text);
      }
    }
  });

  test.each([
    "password=abcdefgh",
    'password = "abc def gh"',
    "Authorization: Bearer abcdefgh",
    "postgres://bob:abcdefgh@db",
    "sk-1234567890abcdef",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N",
    PEM,
  ])("S43: hides %j wherever it falls on a cut of its own making", (secret) => {
    const hidden = createRedactor().redact(secret);
    for (let shift = 0; shift < 1_200; shift += secret.length > 100 ? 97 : STEP) {
      const text = `${"x".repeat(shift)} ${secret} ${"y ".repeat(3_000)}`;
      const expected = `${"x".repeat(shift)} ${hidden} ${"y ".repeat(3_000)}`;
      expect(inChunks("all", cut(text, 1_024))).toBe(expected);
    }
  });

  test.each([
    SECRET,
    percentTwice(SECRET),
    SECRET.replace(/./g, (char) => `&#${char.charCodeAt(0)};`),
  ])("A107: hides %s wherever it falls on a cut of its own making", (secret) => {
    for (let shift = 0; shift < 700; shift += STEP) {
      const text = `${"x".repeat(shift)} ${secret} ${"y ".repeat(1_000)}`;
      expect(inChunks("known", cut(text, 50))).toBe(text.replace(secret, X));
    }
  });

  test("S43: what only resembles a secret stays, wherever it falls on a cut", () => {
    for (let shift = 0; shift < 1_100; shift += STEP) {
      const text = `${"x".repeat(shift)} task-1234567890abcdef ${"y ".repeat(3_000)}`;
      expect(inChunks("all", cut(text, 1_024))).toBe(text);
    }
  });

  test("cuts no character in half", () => {
    const { push, end } = redactor().stream("known");
    for (let n = 0; n < 3_000; n++)
      expect(push(n % 5 === 0 ? "a😀" : "😀").isWellFormed()).toBe(true);
    expect(end().isWellFormed()).toBe(true);
  });

  test.each([1, 7, 64, 5_000])("in chunks of %i gives what the whole text gives", (size) => {
    const text = `${FILLER}${SECRET} password=abc ${FILLER}${PEM}${FILLER}`;
    expect(inChunks("all", cut(text, size))).toBe(redactor().redact(text));
    expect(inChunks("known", cut(text, size))).toBe(redactor().hideKnown(text));
  });

  test("loses and adds nothing, whatever the chunks", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme", maxLength: 400 }), { maxLength: 30 }),
        (chunks) => {
          const text = chunks.join("");
          expect(inChunks("known", chunks)).toBe(redactor().hideKnown(text));
        },
      ),
    );
  });

  test("with no secret registered passes everything on at once", () => {
    const stream = createRedactor().stream("known");
    expect(stream.push("a")).toBe("a");
    expect(stream.end()).toBe("");
  });

  test("A108: a value without an end is hidden without being kept", () => {
    const { push, end } = createRedactor().stream("all");
    let out = push("a password=");
    for (let n = 0; n < 1_000; n++) out += push("x".repeat(1_000));
    expect(out).toBe(`a password=${X}`);
    out += push("xx after it") + end();
    expect(out).toBe(`a password=${X} after it`);
  });

  const bytes = IS_LONG ? 100_000_000 : 15_000_000;
  test(`A108: of ${bytes / 1e6} MB, little is ever held`, { timeout: 60_000 }, () => {
    const piece = `${FILLER}${SECRET} `;
    const hidden = piece.length - SECRET.length + X.length;
    const { push, end } = redactor().stream("all");
    const pieces = Math.ceil(bytes / piece.length);
    let [length, mostHeld] = [0, 0];
    for (let n = 1; n <= pieces; n++) {
      length += push(piece).length;
      mostHeld = Math.max(mostHeld, n * hidden - length);
    }
    expect(length + end().length).toBe(pieces * hidden);
    expect(mostHeld).toBeLessThan(10_000);
  });

  test("A108: many tiny chunks of one long line stay linear", () => {
    const { push, end } = redactor().stream("all");
    const started = cpuMs();
    push("password=");
    for (let n = 0; n < 200_000; n++) push("ab");
    end();
    expect(cpuMs() - started).toBeLessThan(3_000);
  });

  test("A108: a text with every escape in it is read in bounded time", () => {
    const hostile = "%2541\\\\u0041&amp;#65;+\n".repeat(20_000);
    const started = cpuMs();
    redactor().redact(hostile);
    expect(cpuMs() - started).toBeLessThan(3_200);
  });
});
