import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../base/json.ts";
import type { HttpCall } from "../../schema/http-call.ts";
import { renderRequest } from "./render-request.ts";

const SECRET = "$" + "{secret:TOKEN}";
const call: HttpCall = {
  method: "POST",
  url: "https://api.example.com/cities/{{city}}/notes?lang=en",
  query: { region: "{{config.region}}", page: "{{page}}" },
  headers: { Authorization: `Bearer ${SECRET}`, "X-Page": "{{page}}" },
  body: { city: "{{city}}", page: "{{page}}", said: "in {{city}}", tags: ["{{tags}}", "fixed"] },
};

function render(inputs: JsonObject, config: JsonObject = { region: "eu west" }, template = call) {
  return renderRequest(template, { inputs, config, secret: (name) => `<${name}>` });
}

test.each<[string, Partial<HttpCall>]>([
  ["the address", { url: `https://a.example/${"{{city}}".repeat(1_000)}` }],
  ["the query", { query: { all: "{{city}}".repeat(1_000) } }],
  ["a header", { headers: { all: "{{city}}".repeat(1_000) } }],
  ["a text", { body: "{{city}}".repeat(1_000) }],
  ["the fields of the body", { body: Array.from({ length: 1_000 }, () => ["{{city}}"]) }],
  ["what is no text", { body: { all: "{{tags}}".repeat(1_000) } }],
])("an input that stands a thousand times in %s is refused before it is filled in", (_, part) => {
  const before = process.memoryUsage().rss;
  const inputs = { city: "x".repeat(1_000_000), tags: ["y".repeat(1_000_000)] };
  expect(() => render(inputs, {}, { method: "POST", url: "https://a.example", ...part })).toThrow(
    "more than 10000000 characters",
  );
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
});

describe("a request is filled", () => {
  test("E65, E67: with inputs, configuration and secrets, each with its type", () => {
    const { url, headers, body = "" } = render({ city: "Köln", page: 2, tags: { a: [1] } });
    expect(url).toBe(
      "https://api.example.com/cities/K%C3%B6ln/notes?lang=en&region=eu+west&page=2",
    );
    expect(headers).toEqual({
      "content-type": "application/json",
      authorization: "Bearer <TOKEN>",
      "x-page": "2",
    });
    expect(JSON.parse(body)).toEqual({
      city: "Köln",
      page: 2,
      said: "in Köln",
      tags: [{ a: [1] }, "fixed"],
    });
  });

  test("E65: and what is not given is left out", () => {
    const { url, headers, body = "" } = render({ city: "x" }, {});
    expect(url).toBe("https://api.example.com/cities/x/notes?lang=en");
    expect(headers).not.toHaveProperty("x-page");
    expect(JSON.parse(body)).toEqual({ city: "x", said: "in x", tags: ["fixed"] });
  });

  test("A71: an input never leaves its place in the address, whatever it holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (city) => {
        fc.pre(city !== "." && city !== ".." && city.isWellFormed());
        const { origin, pathname } = new URL(render({ city }).url);
        expect(origin).toBe("https://api.example.com");
        expect(pathname.split("/")).toHaveLength(4);
        expect(decodeURIComponent(pathname.split("/")[2] ?? "")).toBe(city);
      }),
    );
  });

  test.each(["", ".", ".."])("A71: the input %j cannot stand in a path", (city) => {
    expect(() => render({ city })).toThrow("must not be");
  });

  test("A71: a line break in a header is refused, not sent", () => {
    const template: HttpCall = { ...call, headers: { "x-city": "{{city}}" } };
    const city = "a\r\nX-Evil: 1";
    expect(() => render({ city }, {}, template)).toThrow("no header may hold");
  });

  test("what an input holds is not read as a place again", () => {
    const template: HttpCall = { ...call, body: { said: "{{city}}" } };
    const city = `{{page}} ${SECRET} {{config.region}}`;
    const { body = "" } = render({ city, page: 1 }, { region: "eu" }, template);
    expect(JSON.parse(body)).toEqual({ said: city });
  });
});
