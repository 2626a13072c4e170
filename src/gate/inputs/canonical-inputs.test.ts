import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalInputs } from "./canonical-inputs.ts";

const schema = {
  type: "object",
  properties: {
    path: { type: "string", format: "path" },
    url: { type: "string", format: "uri" },
    note: { type: "string" },
    many: { type: "array", items: { type: "string", format: "path" } },
    deep: { type: "object", properties: { to: { type: "string", format: "path" } } },
  },
};
const canonical = (inputs: Parameters<typeof canonicalInputs>[1]) =>
  canonicalInputs(schema, inputs);

describe("an input is judged as its tool will read it", () => {
  test.each([
    ["//vault//x", "/vault/x"],
    ["/vault/x/", "/vault/x"],
    ["/Ca\u0301fe", "/C\u00e1fe"],
    ["/", "/"],
    ["//", "/"],
    ["/a/../b", "/a/../b"],
  ])("X7: the path %j is %j", (path, expected) => {
    expect(canonical({ path })).toEqual({ path: expected });
  });

  test.each([
    ["HTTP://Example.COM", "http://example.com/"],
    ["http://127.1/x", "http://127.0.0.1/x"],
    ["http://0x7f000001/", "http://127.0.0.1/"],
    ["http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/"],
    ["https://example.com:443/a/../b", "https://example.com/b"],
    ["not a url", "not a url"],
    ["mailto:A@B", "mailto:A@B"],
  ])("X7: the address %j is %j", (url, expected) => {
    expect(canonical({ url })).toEqual({ url: expected });
  });

  test("X7: also inside lists and objects, and nowhere else", () => {
    const inputs = { note: "//a", many: ["//a", "/b"], deep: { to: "//c" }, other: "//d" };
    expect(canonical(inputs)).toEqual({ ...inputs, many: ["/a", "/b"], deep: { to: "/c" } });
  });

  test("X7: what is canonical stays the very same object, and twice is once", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (path, url) => {
        const once = canonical({ path, url });
        expect(canonical(once)).toBe(once);
      }),
    );
  });

  test("A88: names of fields from outside are no keys of a prototype", () => {
    const inputs = JSON.parse('{"__proto__": {"path": "//a"}, "constructor": "//b"}');
    expect(canonical(inputs)).toBe(inputs);
  });
});
