import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { createHttpServer } from "./create-http-server.ts";

/** The longest that common clients and load balancers keep an idle connection. */
const LONGEST_CLIENT_S = 60;

test("F07: keeps an idle connection longer than its clients do", async () => {
  const server = createHttpServer(new Hono().get("/", (context) => context.text("ok")));
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => {
    agent.destroy();
    server.close();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const [answer] = (await once(get({ port, agent }), "response")) as [IncomingMessage];
  const [, seconds] = /^timeout=(\d+)$/.exec(String(answer.headers["keep-alive"])) ?? [];
  expect(Number(seconds)).toBeGreaterThan(LONGEST_CLIENT_S);
});
