import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedactor } from "./redactor.ts";

const SECRET = "correct-horse-battery";

function open(...secrets: string[]) {
  const redactor = createRedactor();
  for (const [index, secret] of secrets.entries()) redactor.register(`S${index}`, secret);
  return redactor.words();
}

describe("what is shown while it is written", () => {
  test("is let go word by word, at once where there is no secret", () => {
    const plain = open();
    expect(plain.push("Hel")).toBe("Hel");
    const guarded = open(SECRET);
    expect(guarded.push("Hello wor")).toBe("Hello ");
    expect(guarded.push("ld. ")).toBe("world. ");
    expect(guarded.push("end")).toBe("");
    expect(guarded.end()).toBe("end");
  });

  test("X23: never shows a known secret, in whatever pieces it comes", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 20 }), (cuts) => {
        const text = `It is ${SECRET}, or "${encodeURIComponent(SECRET)}" or so.`;
        const stream = open(SECRET);
        let shown = "";
        let at = 0;
        for (const cut of cuts) {
          shown += stream.push(text.slice(at, at + cut));
          at += cut;
        }
        shown += stream.push(text.slice(at)) + stream.end();
        expect(shown).not.toContain("horse");
        expect(shown).toContain("or so.");
      }),
    );
  });

  test("X23: a secret with white space in it is held back as a whole", () => {
    const stream = open("my very own pass phrase");
    const shown = stream.push("It is my very own pa") + stream.push("ss phrase!") + stream.end();
    expect(shown).not.toContain("very own");
  });

  test("text without any white space is let go, too, in time", () => {
    const stream = open(SECRET);
    let shown = "";
    for (let n = 0; n < 100; n++) shown += stream.push("x".repeat(1_000));
    expect(shown.length).toBeGreaterThan(80_000);
    expect(shown.length + stream.end().length).toBe(100_000);
  });

  test("X23: never shows a known secret in a word of any length, in whatever pieces it comes", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3_000, max: 9_000 }),
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 1, max: 700 }),
        (before, after, piece) => {
          const stream = open(SECRET);
          const text = `${"x".repeat(before)}${SECRET}${"y".repeat(after)}`;
          let shown = "";
          for (let at = 0; at < text.length; at += piece) {
            shown += stream.push(text.slice(at, at + piece));
          }
          shown += stream.end();
          expect(shown).toBe(text.replace(SECRET, "***REDACTED***"));
        },
      ),
    );
  });
});
