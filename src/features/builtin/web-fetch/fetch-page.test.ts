import { describe, expect, test } from "vitest";
import { CapstanError } from "../../../base/errors.ts";
import type { JsonObject } from "../../../base/json.ts";
import type { WebAnswer, WebClient, WebRequest } from "../../../sandbox/web-client.ts";
import { runBuiltin } from "../../../testing/run-builtin.ts";
import { createWebFetch } from "./create-web-fetch.ts";

const LIMITS = { firstByteMs: 1_000, bodyMs: 30_000, maxBytes: 10_000 };

type Given = Omit<Partial<WebAnswer>, "headers" | "body"> & {
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
};

function answering(
  { headers = {}, body = "", ...rest }: Given,
  seen: WebRequest[] = [],
): WebClient {
  const page = { url: "https://a.test/dir/page.html", status: 200, redirect: null, cut: null };
  const answer = { ...page, ...rest };
  return {
    async request(request) {
      seen.push(request);
      return { ...answer, headers: new Map(Object.entries(headers)), body: Buffer.from(body) };
    },
  };
}

const fetched = (given: Given, inputs: JsonObject = {}) =>
  runBuiltin(createWebFetch(answering(given), LIMITS), "web_fetch", {
    url: "https://a.test/",
    ...inputs,
  });

const html = (body: string | Uint8Array, type = "text/html"): Given => ({
  headers: { "content-type": type },
  body,
});

describe("web_fetch", () => {
  test("E39: says all there is to say of a page", async () => {
    const headers = {
      "content-type": "text/plain; charset=utf-8",
      "last-modified": "Mon, 02 Nov 2026 10:00:00 GMT",
      "content-disposition": 'attachment; filename="notes.txt"',
    };
    expect(await fetched({ status: 404, headers, body: "nöt found" })).toEqual({
      url: "https://a.test/",
      final_url: "https://a.test/dir/page.html",
      status_code: 404,
      content_type: "text/plain; charset=utf-8",
      size: 10,
      last_modified: "Mon, 02 Nov 2026 10:00:00 GMT",
      filename: "notes.txt",
      format: "raw",
      content: "nöt found",
      truncated: false,
    });
  });

  test("E38: hands on the url, the method and the limits", async () => {
    const seen: WebRequest[] = [];
    const webFetch = createWebFetch(answering({}, seen), LIMITS);
    await runBuiltin(webFetch, "web_fetch", { url: "https://b.test/", method: "HEAD" });
    await runBuiltin(webFetch, "web_fetch", { url: "https://b.test/" });
    expect(seen).toMatchObject([
      { url: "https://b.test/", method: "HEAD", ...LIMITS },
      { url: "https://b.test/", method: "GET", ...LIMITS },
    ]);
  });

  test.each([
    [{}, "raw", "<h1>Hi</h1><p>a <b>b</b></p>"],
    [{ as_markdown: true }, "markdown", "# Hi\n\na **b**"],
    [{ as_text: true }, "text", "Hi\n\na b"],
    [{ as_markdown: true, as_text: true }, "markdown", "# Hi\n\na **b**"],
    [{ as_markdown: false, as_text: true }, "text", "Hi\n\na b"],
  ])("E38, E39: with %j the format is %s", async (inputs, format, content) => {
    const answer = await fetched(html("<h1>Hi</h1><p>a <b>b</b></p>"), inputs);
    expect(answer).toMatchObject({ format, content, truncated: false });
  });

  test("E39: what is not HTML stays as it is", async () => {
    const given = { headers: { "content-type": "application/json" }, body: '{"a": "<b>"}' };
    const answer = await fetched(given, { as_markdown: true });
    expect(answer).toMatchObject({ format: "raw", content: '{"a": "<b>"}' });
  });

  test.each(["GET", "HEAD"])("A112: %s tells where another host has it", async (method) => {
    const answer = await fetched({ status: 301, redirect: "https://b.test/page" }, { method });
    expect(answer).toMatchObject({
      status_code: 301,
      redirects_to: "https://b.test/page",
      error: "It is at another host now: fetch https://b.test/page for it.",
    });
    expect(answer).not.toHaveProperty("content");
  });

  test("E42: links are made whole against where the redirects ended", async () => {
    const answer = await fetched(html('<a href="../x">y</a>'), { as_markdown: true });
    expect(answer).toHaveProperty("content", "[y](https://a.test/x)");
  });

  test("E39: HEAD has no content, and the size that the server promises", async () => {
    const headers = { "content-type": "image/png", "content-length": "1234" };
    const answer = await fetched({ headers }, { method: "HEAD" });
    expect(answer).toMatchObject({ size: 1234, truncated: false });
    expect(answer).not.toHaveProperty("content");
    expect(answer).not.toHaveProperty("error");
  });

  test.each([
    {},
    { "content-length": "many" },
    { "content-length": "5", "content-encoding": "gzip" },
  ])("E39: HEAD with %j does not know the size", async (headers) => {
    expect(await fetched({ headers }, { method: "HEAD" })).toHaveProperty("size", null);
  });
});

describe("content that ends early", () => {
  test("E37: by time it says so", async () => {
    expect(await fetched({ ...html("partial"), cut: "time" })).toMatchObject({
      content: "partial\n\n[..more content timed out...]",
      truncated: true,
    });
  });

  test("E37: by size it says that", async () => {
    const headers = { "content-type": "text/plain", "content-length": "50000" };
    expect(await fetched({ headers, body: "partial", cut: "size" })).toMatchObject({
      content: "partial\n\n[..more content is over the size limit...]",
      size: 7,
      truncated: true,
    });
  });

  test("E37: without a byte there is only the suffix", async () => {
    const answer = await fetched({ ...html(""), cut: "time" }, { as_markdown: true });
    expect(answer).toHaveProperty("content", "[..more content timed out...]");
  });

  test("E37: half a character at the end is left out", async () => {
    const body = Buffer.from("grün").subarray(0, 3);
    expect(
      await fetched({ headers: { "content-type": "text/plain" }, body, cut: "time" }),
    ).toMatchObject({
      content: "gr\n\n[..more content timed out...]",
    });
  });

  test("A78: content that grows by being converted or escaped is cut too", async () => {
    const given = { headers: { "content-type": "text/plain" }, body: '"\u0001'.repeat(4_000) };
    const answer = await fetched(given);
    expect(answer).toMatchObject({ truncated: true });
    expect(JSON.stringify(answer).length).toBeLessThan(LIMITS.maxBytes + 500);
  });
});

describe("binary content", () => {
  test.each([
    ["image/png", Buffer.from("\x89PNG")],
    ["application/pdf", Buffer.from("%PDF")],
    ["application/octet-stream", Buffer.from("text?")],
    ["text/plain", Buffer.from("a\0b")],
    ["", Buffer.from([0, 1, 2])],
  ])("E40: %j is no failure: described, with an error and without content", async (type, body) => {
    const answer = await fetched({ headers: type ? { "content-type": type } : {}, body });
    expect(answer).toMatchObject({
      status_code: 200,
      size: body.length,
      truncated: false,
      error: expect.stringMatching(/^The content is binary \(.+\): only text is returned\.$/),
    });
    expect(answer).not.toHaveProperty("content");
  });

  test.each([
    ...["text/csv", "application/json", "application/ld+json", "image/svg+xml", "application/xml"],
    ...["application/javascript; charset=utf-8", "APPLICATION/JSON", "application/x-yaml", ""],
  ])("E40: %j is text", async (type) => {
    const answer = await fetched({ headers: type ? { "content-type": type } : {}, body: "x" });
    expect(answer).toHaveProperty("content", "x");
  });

  test("E39: HTML without a type is recognised", async () => {
    const answer = await fetched({ body: "\n<!DOCTYPE html><p>x" }, { as_markdown: true });
    expect(answer).toMatchObject({ format: "markdown", content: "x" });
  });
});

test.each(["URL_INVALID", "HOST_REFUSED", "WEB_TIMED_OUT", "WEB_FAILED"] as const)(
  "E36, E41: %s reaches the caller as it is",
  async (code) => {
    const error = new CapstanError(code, "In words.");
    const client = { request: () => Promise.reject(error) };
    const asked = runBuiltin(createWebFetch(client, LIMITS), "web_fetch", {
      url: "http://a.test/",
    });
    await expect(asked).rejects.toBe(error);
  },
);
