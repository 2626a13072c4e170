import { expect, test } from "vitest";
import type { WebAnswer } from "../../ports/web-client.ts";
import { NO_GRANTS } from "../../schema/grants.ts";
import { makeTool } from "../../testing/make-tool.ts";
import { createHttpExecutor } from "./http-executor.ts";

const CONTEXT = {
  invocationId: "inv_1",
  sessionId: null,
  actor: "owner",
  dryRun: false,
  confirmed: false,
  grants: NO_GRANTS,
  config: {},
  idempotencyKey: "key_1",
};

function answered(answer: Partial<WebAnswer>) {
  const plain = { url: "https://api.test/", status: 200, redirect: null, cut: null };
  const executor = createHttpExecutor({
    web: {
      request: async () => ({ ...plain, headers: new Map(), body: Buffer.from(""), ...answer }),
    },
    callOf: () => ({ method: "GET", url: "https://api.test/" }),
    secretFor: () => "",
    maxBytes: 1_000,
  });
  const { signal } = new AbortController();
  return executor.execute({ tool: makeTool(), inputs: {}, context: CONTEXT, signal });
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
