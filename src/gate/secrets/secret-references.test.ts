import { describe, expect, test } from "vitest";
import { fillDeep, fillText } from "./secret-references.ts";

const ref = (name: string) => `\${secret:${name}}`;
const resolve = (name: string) => `<${name}>`;

describe("a reference", () => {
  test.each([
    [ref("A"), "<A>"],
    [`Bearer ${ref("MY_TOKEN_2")}!`, "Bearer <MY_TOKEN_2>!"],
    [`${ref("A")}${ref("B")}`, "<A><B>"],
    [`$${ref("A")}`, "$<A>"],
    [ref("A".repeat(64)), `<${"A".repeat(64)}>`],
  ])("%j becomes %j", (text, filled) => {
    expect(fillText(text, resolve)).toBe(filled);
  });

  test.each([
    "",
    "secret:A",
    "$secret:A",
    "{secret:A}",
    "${secret:",
    "${secret:A",
    ref(""),
    ref("a"),
    ref("1A"),
    ref("_A"),
    ref("A B"),
    ref(" A"),
    ref("A-B"),
    ref("A".repeat(65)),
    `\${SECRET:${"A"}}`,
    `\${ secret:${"A"}}`,
  ])("%j is none", (text) => {
    expect(fillText(text, resolve)).toBe(text);
  });

  test("inside a value is not followed, nor is `$&` in it special", () => {
    expect(fillText(ref("A"), () => `${ref("B")} $& $1`)).toBe(`${ref("B")} $& $1`);
    expect(fillText(`${ref("A")}B}`, () => "${secret:")).toBe(ref("B"));
  });

  test("is filled in values, however deep, and in no key", () => {
    const inputs = { [ref("A")]: [{ url: `https://${ref("B")}` }, 1, null], same: { x: "y" } };
    const filled = fillDeep(inputs, resolve);
    expect(filled).toEqual({ [ref("A")]: [{ url: "https://<B>" }, 1, null], same: { x: "y" } });
    expect(filled.same).toBe(inputs.same);
    expect(JSON.stringify(inputs)).toContain(ref("B"));
  });

  test("without one, the very same inputs come back", () => {
    const inputs = { a: ["b", { c: "$ { secret" }] };
    expect(fillDeep(inputs, resolve)).toBe(inputs);
  });
});
