import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../base/json.ts";
import { factsOf } from "./facts.ts";

const wanting = (...names: string[]) => ({
  args: new Set(names),
  text: new Set(names),
  context: new Set(["args", "text"]),
});
const sets = (...names: string[]) => ({
  args: new Set<string>(),
  text: new Set<string>(),
  context: new Set(names),
});

describe("arguments", () => {
  const read = (inputs: JsonObject, ...names: string[]) => factsOf(inputs, wanting(...names)).facts;

  test.each([
    { name: "a string", value: "x", arg: "x", text: "x" },
    { name: "a whole number", value: -7, arg: -7, text: "-7" },
    {
      name: "the largest safe number",
      value: 2 ** 53 - 1,
      arg: 2 ** 53 - 1,
      text: "9007199254740991",
    },
    { name: "a larger number", value: 2 ** 53, arg: "9007199254740992", text: "9007199254740992" },
    { name: "2^63", value: 2 ** 63, arg: "9223372036854776000", text: "9223372036854776000" },
    { name: "a fraction", value: 0.5, arg: "0.5", text: "0.5" },
    { name: "a huge number", value: 1e300, arg: "1e+300", text: "1e+300" },
    { name: "minus zero", value: -0, arg: 0, text: "0" },
    { name: "a boolean", value: true, arg: true, text: "true" },
    { name: "half of a pair", value: "a\ud800", arg: "a\ufffd", text: "a\ufffd" },
  ])("A114: $name", ({ value, arg, text }) => {
    expect(read({ a: value }, "a")).toEqual({ args: { a: arg }, text: { a: text } });
  });

  test("A114: null is left out", () => {
    expect(factsOf({ a: null }, wanting("a"))).toMatchObject({
      facts: { args: {}, text: {} },
      untold: undefined,
    });
  });

  test("nested ones have dotted names", () => {
    const inputs = { a: { b: { c: 1 } }, "a.b": { d: 2 }, e: [1] };
    expect(read(inputs, "a.b.c", "a.b.d").args).toEqual({ "a.b.c": 1, "a.b.d": 2 });
  });

  test("what nobody refers to is not told", () => {
    expect(read({ a: 1, b: 2 }, "a").args).toEqual({ a: 1 });
  });

  test("a name that only objects inherit is not there", () => {
    expect(read({}, "constructor", "toString", "__proto__")).toEqual({ args: {}, text: {} });
  });

  test.each([
    {
      inputs: { a: ["/etc"] },
      says: 'The argument "a" is a list, and a rule about it expects a single value.',
    },
    {
      inputs: { a: { __entity: { type: "User", id: "root" } } },
      says: 'The argument "a" is an object, and a rule about it expects a single value.',
    },
    {
      inputs: { a: { __extn: { fn: "ip", arg: "::1" } } },
      says: 'The argument "a" is an object, and a rule about it expects a single value.',
    },
    { inputs: { "a.b": 1, a: { b: 2 } }, says: 'The inputs have two arguments called "a.b".' },
  ])("A114: what cannot be told is not left out in silence: $says", ({ inputs, says }) => {
    const name = "a.b" in inputs ? "a.b" : "a";
    expect(factsOf(inputs, wanting(name)).untold).toBe(says);
    expect(factsOf(inputs, wanting("other")).untold).toBeUndefined();
  });

  test("a text too long to judge is not left out in silence", () => {
    const inputs = { a: "x".repeat(2_000_000) };
    expect(factsOf(inputs, wanting("a")).untold).toBe(
      "The inputs are too long for policy, which asks for their args, text.",
    );
    expect(factsOf(inputs, wanting("b")).untold).toBeUndefined();
  });

  test("A114: whatever comes in, only strings, safe whole numbers and booleans come out", () => {
    const key = fc.oneof(
      fc.constantFrom("a", "b", "__entity", "__extn", "__expr", "type", "id"),
      fc.string(),
    );
    const inputs = fc.dictionary(
      key,
      fc.jsonValue({ depthSize: "medium" }).map((value) => value as JsonObject),
    );
    fc.assert(
      fc.property(inputs, fc.array(key), (given, names) => {
        const { facts } = factsOf(given, {
          ...wanting(...names),
          context: new Set(["args", "text", "paths", "hosts", "commands", "secrets"]),
        });
        for (const value of Object.values(facts).flatMap((fact) => Object.values(fact))) {
          expect(["string", "number", "boolean"]).toContain(typeof value);
          if (typeof value === "number") expect(Number.isSafeInteger(value)).toBe(true);
          if (typeof value === "string") expect(value.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});

describe("paths", () => {
  const paths = (inputs: JsonObject) => factsOf(inputs, sets("paths")).facts.paths;

  test.each([
    { inputs: { x: "/a/../etc//passwd/" }, found: ["/a/../etc//passwd/", "/etc/passwd"] },
    { inputs: { x: "src/./a.ts" }, found: ["src/./a.ts", "src/a.ts"] },
    { inputs: { x: "C:\\Windows\\..\\x" }, found: ["C:/x", "C:\\Windows\\..\\x"] },
    { inputs: { x: "~" }, found: ["~"] },
    { inputs: { x: ".." }, found: [".."] },
    { inputs: { filePath: "notes" }, found: ["notes"] },
    { inputs: { "FILE-PATH": "notes" }, found: ["notes"] },
    { inputs: { files: [{ name: "notes" }] }, found: ["name", "notes"] },
    { inputs: { file: { url: "notes" } }, found: ["notes", "url"] },
    { inputs: { files: { "/etc/passwd": "x" } }, found: ["/etc/passwd", "x"] },
    { inputs: { a: [[{ b: "/deep" }]] }, found: ["/deep"] },
    {
      inputs: { x: "file:///etc/%70asswd" },
      found: ["/etc/passwd", "file:///etc/%70asswd", "file:/etc/%70asswd"],
    },
    { inputs: { path: "e\u0301" }, found: ["\u00e9"] },
    { inputs: { x: "hello", profile: "notes", y: "two\n/lines", path: "" }, found: [] },
  ])("of $inputs", ({ inputs, found }) => {
    expect(paths(inputs)).toEqual(found);
  });

  test("too many to judge are not left out in silence", () => {
    const inputs = { paths: Array.from({ length: 5_000 }, (_, n) => `/p${n}`) };
    expect(factsOf(inputs, sets("paths")).untold).toBe(
      "The inputs have more than 4096 paths, too many for policy.",
    );
    expect(factsOf(inputs, sets("hosts")).untold).toBeUndefined();
  });

  test("nesting deeper than any stack is read to the end", () => {
    let inputs: JsonObject = { path: "/bottom" };
    for (let depth = 0; depth < 50_000; depth++) inputs = { x: inputs };
    expect(paths(inputs)).toEqual(["/bottom"]);
  });
});

test.each([
  { inputs: { x: "https://User@Example.COM:8443/a" }, found: ["example.com"] },
  { inputs: { x: " \thTTp:\\\\evil.com" }, found: ["evil.com"] },
  { inputs: { x: "ht\ntps://evil.com." }, found: ["evil.com"] },
  { inputs: { x: "//evil.com/x" }, found: ["evil.com"] },
  { inputs: { x: `${" \t\u0001".repeat(200)}/\n/evil.com` }, found: ["evil.com"] },
  { inputs: { x: `${"\u0001".repeat(500)}http:evil.com` }, found: ["evil.com"] },
  { inputs: { x: "a//b", y: "../x//y", z: "/x", w: "c:\\x\\\\y" }, found: [] },
  { inputs: { x: "http://0x7f.1/" }, found: ["127.0.0.1"] },
  { inputs: { x: "https://bücher.example" }, found: ["xn--bcher-kva.example"] },
  { inputs: { x: "ssh://Host/x" }, found: ["host"] },
  { inputs: { host: "Example.com:443" }, found: ["example.com"] },
  { inputs: { baseUrl: "example.com/x" }, found: ["example.com"] },
  {
    inputs: { urls: ["see https://a.example and https://b.example"] },
    found: ["a.example", "b.example"],
  },
  { inputs: { command: "curl -s 'https://a.example/x'" }, found: ["a.example"] },
  { inputs: { note: "see https://a.example", x: "mailto:a@b.c", y: "plain" }, found: [] },
])("hosts of $inputs", ({ inputs, found }) => {
  expect(factsOf(inputs, sets("hosts")).facts.hosts).toEqual(found);
});

test("F14: hosts that a call can reach are told with those of its inputs, without their ports", () => {
  const hosts = ["Api.example.com:8443", "10.0.0.7"];
  expect(factsOf({ url: "https://a.example" }, sets("hosts"), hosts).facts.hosts).toEqual([
    "10.0.0.7",
    "a.example",
    "api.example.com",
  ]);
  expect(factsOf({}, sets("paths"), hosts).facts).toEqual({ paths: [] });
});

test.each([
  { inputs: { command: "/usr/bin/rm -rf /" }, found: ["/usr/bin/rm -rf /", "rm"] },
  { inputs: { cmd: "  'git' push" }, found: ["  'git' push", "git"] },
  { inputs: { argv: ["git", "push"] }, found: ["git", "git push", "push"] },
  { inputs: { run: { shellScript: "make" } }, found: ["make"] },
  { inputs: { note: "rm -rf /" }, found: [] },
])("commands of $inputs", ({ inputs, found }) => {
  expect(factsOf(inputs, sets("commands")).facts.commands).toEqual(found);
});

test("secrets are the names in references to them, wherever those stand", () => {
  const reference = (name: string) => `$\{secret:${name}}`;
  const inputs = {
    header: `Bearer ${reference("API_KEY")}, ${reference("B")}`,
    [reference("C")]: 1,
  };
  expect(factsOf(inputs, sets("secrets")).facts.secrets).toEqual(["API_KEY", "B", "C"]);
  expect(factsOf({ x: reference("lower") }, sets("secrets")).facts.secrets).toEqual([]);
});
