import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { JsonObject } from "../../../base/json.ts";
import { createWebClient } from "../../../sandbox/network/create-web-client.ts";
import { runBuiltin } from "../../../testing/run-builtin.ts";
import { createWebFetch } from "./create-web-fetch.ts";

/** The tool with the real client, against a real server. */
async function fetched(
  handler: RequestListener,
  inputs: JsonObject = {},
  limits: { firstByteMs?: number; bodyMs?: number } = {},
): Promise<unknown> {
  const server = createServer(handler).listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const client = createWebClient({ allowHosts: [host] });
    const webFetch = createWebFetch(client, {
      firstByteMs: 5_000,
      bodyMs: 5_000,
      maxBytes: 100_000,
      ...limits,
    });
    return await runBuiltin(webFetch, "web_fetch", { url: `http://${host}/page`, ...inputs });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("E36: no byte for a second is an error that says so", async () => {
  await expect(fetched(() => {}, {}, { firstByteMs: 1_000 })).rejects.toMatchObject({
    code: "WEB_TIMED_OUT",
    message: expect.stringContaining("the server did not respond within 1 second"),
  });
});

test("E37: a slow body comes back truncated", async () => {
  const slow: RequestListener = (_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).write("<p>begun");
  };
  expect(await fetched(slow, { as_text: true }, { bodyMs: 250 })).toMatchObject({
    content: "begun\n\n[..more content timed out...]",
    truncated: true,
  });
});

test("E40: a picture is described", async () => {
  const picture: RequestListener = (_, response) => {
    response.writeHead(200, { "content-type": "image/png" }).end(Buffer.alloc(10));
  };
  expect(await fetched(picture)).toMatchObject({ size: 10, error: expect.any(String) });
});

test("E38: HEAD asks for no content", async () => {
  const methods: unknown[] = [];
  const answer = await fetched(
    (request, response) => {
      methods.push(request.method);
      response.writeHead(200, { "content-type": "text/html", "content-length": "77" }).end();
    },
    { method: "HEAD" },
  );
  expect([methods, answer]).toMatchObject([["HEAD"], { size: 77 }]);
});
