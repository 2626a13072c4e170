import { once } from "node:events";
import { expect, test } from "vitest";
import type { WebAnswer, WebClient } from "../../sandbox/web-client.ts";
import { executorContract, makeRequest } from "../../testing/executor-contract.ts";
import { createHttpExecutor } from "./http-executor.ts";

const PLAIN = { url: "https://api.test/", status: 200, redirect: null, cut: null };
const JSON_HEADERS = new Map([["content-type", "application/json"]]);

/** As a real client: it answers, fails, or waits for its signal. */
executorContract("the HTTP executor", async () => {
  let running = false;
  const web: WebClient = {
    async request({ url, body, signal }) {
      if (url.endsWith("/fail")) throw new Error("The connection is broken.");
      if (url.endsWith("/hang")) {
        running = true;
        await once(signal, "abort");
        running = false;
        throw new Error("Aborted.");
      }
      const { text } = JSON.parse(body ?? "{}");
      return { ...PLAIN, headers: JSON_HEADERS, body: Buffer.from(JSON.stringify({ said: text })) };
    },
  };
  const to = (path: string) => ({
    type: "http",
    request: { method: "POST", url: `https://api.test/${path}`, body: { text: "{{text}}" } },
  });
  const executor = createHttpExecutor({ web, secretFor: () => "", maxBytes: 1_000 });
  return {
    executor: {
      ...executor,
      // With an output schema the body is the output.
      execute: (request) =>
        executor.execute({ ...request, tool: { ...request.tool, outputSchema: {} } }),
    },
    echo: to("echo"),
    fail: to("fail"),
    hang: to("hang"),
    isRunning: () => running,
    unknown: { type: "http", request: { url: "file:///etc/passwd" } },
  };
});

function answered(answer: Partial<WebAnswer>) {
  const executor = createHttpExecutor({
    web: {
      request: async () => ({ ...PLAIN, headers: new Map(), body: Buffer.from(""), ...answer }),
    },
    secretFor: () => "",
    maxBytes: 1_000,
  });
  const execution = { type: "http", request: { method: "GET", url: "https://api.test/" } };
  return executor.execute(makeRequest({ execution }));
}

test("E65, A112: a redirect to another host is a failure that names it", async () => {
  expect(await answered({ status: 302, redirect: "https://evil.test/?x=1" })).toEqual({
    state: "failed",
    error: { message: 'The server sends this to "evil.test", another host than the tool is for.' },
  });
});

test("E65: an answer of 400 or more is a failure that tells its beginning", async () => {
  const body = Buffer.from("x".repeat(1_000));
  expect(await answered({ status: 503, body })).toEqual({
    state: "failed",
    error: { message: `The server answered 503: ${"x".repeat(500)}` },
    mayHaveRun: true,
  });
});

test("E65: without an output schema the body is told with its status and type", async () => {
  const headers = new Map([["content-type", "application/json"]]);
  expect(await answered({ headers, body: Buffer.from('{"a":1}') })).toEqual({
    state: "completed",
    outputs: {
      status_code: 200,
      content_type: "application/json",
      body: { a: 1 },
      truncated: false,
    },
  });
});
