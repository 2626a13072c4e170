import { describe, expect, test } from "vitest";
import type { Hop } from "./hop.ts";
import { isRedirect, nextHop } from "./next-hop.ts";

const from = (url: string, method = "GET"): Hop => ({
  url: new URL(url),
  method,
  headers: new Map([
    ["authorization", "Bearer t"],
    ["cookie", "a=1"],
    ["x-api-key", "k"],
    ["accept", "*/*"],
    ["content-type", "text/plain"],
  ]),
  body: method === "POST" ? "data" : null,
});

test.each([301, 302, 303, 307, 308])("A75: %i with a location is a redirect", (status) => {
  expect([isRedirect(status, "/x"), isRedirect(status, undefined)]).toEqual([true, false]);
});

test.each([200, 300, 304, 305, 404])("A75: %i is none", (status) => {
  expect(isRedirect(status, "/x")).toBe(false);
});

describe("nextHop", () => {
  test.each([
    { status: 301, method: "POST", becomes: "GET" },
    { status: 302, method: "POST", becomes: "GET" },
    { status: 303, method: "POST", becomes: "GET" },
    { status: 303, method: "PUT", becomes: "GET" },
    { status: 301, method: "PUT", becomes: "PUT" },
    { status: 303, method: "HEAD", becomes: "HEAD" },
    { status: 302, method: "HEAD", becomes: "HEAD" },
    { status: 307, method: "POST", becomes: "POST" },
    { status: 308, method: "POST", becomes: "POST" },
  ])("X30: after $status $method becomes $becomes", ({ status, method, becomes }) => {
    const hop = nextHop(from("http://a.test/x", method), status, "y");
    expect(hop).toMatchObject({ method: becomes, url: new URL("http://a.test/y") });
    if (becomes !== method)
      expect([hop.body, hop.headers.has("content-type")]).toEqual([null, false]);
    if (becomes === "POST") expect(hop.body).toBe("data");
  });

  test.each(["https://b.test/", "http://a.test:81/", "https://a.test/", "//b.test/"])(
    "A82: %s learns neither authorization nor cookies nor keys",
    (location) => {
      const { headers } = nextHop(from("http://a.test/"), 302, location);
      expect([...headers.keys()]).toEqual(["accept", "content-type"]);
    },
  );

  test("A82: the same origin keeps its headers", () => {
    expect(nextHop(from("http://a.test/"), 302, "/y").headers.get("authorization")).toBe(
      "Bearer t",
    );
  });

  test.each([
    "file:///etc/passwd",
    "gopher://a.test/",
    "javascript:alert(1)",
    "data:text/html,x",
    "http://a.test/",
    "https://u:p@a.test/",
    "https://a.test\\@b.test/",
    "https://",
  ])("A75: a redirect from https to %s is refused", (location) => {
    expect(() => nextHop(from("https://a.test/"), 302, location)).toThrow(
      expect.objectContaining({
        code: "HOST_REFUSED",
        message: expect.stringContaining("redirect"),
      }),
    );
  });
});
