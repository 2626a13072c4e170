import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliverAnnouncements } from "../../src/app/deliver-announcements.ts";
import { fetchBytes } from "../../src/features/hub/index/fetch-bytes.ts";
import { createMcpServer } from "../../src/features/mcp/client/create-mcp-server.ts";
import { createWebClient } from "../../src/sandbox/network/create-web-client.ts";
import { createWebStreams } from "../../src/sandbox/network/create-web-streams.ts";
import { createHostProxy } from "../../src/sandbox/network/host-proxy.ts";
import { ask } from "../../src/sandbox/network/testing/ask.ts";
import { openHarness } from "../harness.ts";
import { runs } from "../runs.ts";
import { mutated, ODD_ANSWERS } from "./odd-answers.ts";

// Hosts that answer with everything that an HTTP server can do wrong, and everyone who asks hosts. What
// nothing catches fails the run: vitest reports it.

const PROGRAM = fileURLToPath(new URL("../../entry/host-proxy.mjs", import.meta.url));
/** Longer than any of the limits below. */
const OVER_MS = 20_000;
const MAX_BYTES = 100_000;
const RAW =
  /Version negotiation|Error POSTing|Invalid input|terminated|UND_ERR|HPE_|ECONN|EPIPE|undici|\.[jt]s:\d|TypeError|SyntaxError|JSON at position/;

/** Answers of the table by the number in the path, mutated ones by what was set last. */
let host: string;
let mutation: Uint8Array = Buffer.alloc(0);
let stop: () => void;

beforeAll(async () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}).once("close", () => sockets.delete(socket)));
    socket.once("data", (asked) => {
      const [, number] = /^[A-Z]+ (?:http:\/\/[^/]+)?\/(\d+)/.exec(asked.toString("latin1")) ?? [];
      const [, answer] = ODD_ANSWERS[Number(number)] ?? [];
      if (answer) answer(socket);
      else socket.end(mutation);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  stop = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
});
afterAll(() => stop());

type Asks = (url: string) => Promise<unknown>;

const limits = { firstByteMs: 2_000, bodyMs: 2_000, maxBytes: MAX_BYTES };

const web: Asks = (url) => ask(url, { allowHosts: [host], ...limits });

const streams: Asks = async (url) => {
  const one = createWebStreams({ url, allowHosts: [host], maxBytes: MAX_BYTES, connectMs: 2_000 });
  try {
    const answer = await one.fetch(url, { signal: AbortSignal.timeout(2_000) });
    return await answer.text();
  } finally {
    await one.close();
  }
};

const hub: Asks = (url) => {
  const signal = AbortSignal.timeout(5_000);
  const wanted = { url, maxBytes: MAX_BYTES, headers: {} };
  return fetchBytes(createWebClient({ allowHosts: [host] }), wanted, { signal });
};

/** A server that goes on in silence is left in the end. */
const mcp: Asks = async (url) => {
  const server = createMcpServer({ id: "odd", package: null, start: null, config: { url } }, {
    version: "1.0.0",
    chance: () => 0.5,
    fill: (it: string) => it,
    accessOf: () => ({ paths: [], hosts: [] }),
    webStreams: () =>
      createWebStreams({ url, allowHosts: [host], maxBytes: MAX_BYTES, connectMs: 2_000 }),
    // Only programs need the rest.
  } as unknown as Parameters<typeof createMcpServer>[1]);
  const left = setTimeout(() => void server.close(), 2_000);
  try {
    await server.list(AbortSignal.timeout(5_000));
  } catch {
    throw new Error(server.state().error ?? "It was left.");
  } finally {
    clearTimeout(left);
    await server.close();
  }
};

/** How an answer was taken: nothing else than a result or words. */
async function outcomeOf(asks: Asks, url: string): Promise<string> {
  const over = new Promise<string>((resolve) => {
    setTimeout(() => resolve("it never ended"), OVER_MS).unref();
  });
  const ended = asks(url).then(
    () => "fine",
    (error: unknown) => (error instanceof Error ? error.message : `thrown: ${String(error)}`),
  );
  return Promise.race([ended, over]);
}

describe.each([
  ["the web client", web],
  ["the client of streams", streams],
  ["the client of hubs", hub],
  ["the MCP client", mcp],
] as const)("F02: %s", (_, asks) => {
  test("takes every odd answer as an answer or as an error in words", async () => {
    const outcomes = await Promise.all(
      ODD_ANSWERS.map(async ([what], n) => [what, await outcomeOf(asks, `http://${host}/${n}`)]),
    );
    const wrong = outcomes.filter(([, told = ""]) => told === "it never ended" || told === "");
    expect(wrong).toEqual([]);
    expect(outcomes.filter(([, told = ""]) => RAW.test(told))).toEqual([]);
  }, 60_000);

  test("takes every mutation of a sound answer", async () => {
    const change = fc.record({
      at: fc.nat(300),
      bytes: fc.uint8Array({ maxLength: 8 }),
      cut: fc.nat(8),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        mutation = mutated(changes);
        expect(await outcomeOf(asks, `http://${host}/x`)).not.toBe("it never ended");
      }),
      runs(20, 1_000),
    );
  }, 600_000);
});

test("F02, A124: the proxy for boxes outlives every odd answer, in the same process", async () => {
  const reported: unknown[] = [];
  const report = (error: unknown) => void reported.push(error);
  const proxy = createHostProxy({ allowHosts: [host], program: PROGRAM, report });
  try {
    const { folder } = await proxy.open([host]);
    const answers = await Promise.all(
      ODD_ANSWERS.map(async (_, n) => {
        const socket = connect(join(folder, "socket"));
        socket.write(`GET http://${host}/${n} HTTP/1.1\r\nhost: x\r\n\r\n`);
        return text(socket).catch((error) => String(error));
      }),
    );
    expect(answers).toHaveLength(ODD_ANSWERS.length);
    expect(answers.filter((it) => it.startsWith("HTTP/1.1 2")).length).toBeGreaterThan(40);
    expect(reported).toEqual([]);
  } finally {
    await proxy.stop();
  }
});

test("F02: the webhook is tried again after every odd answer", async () => {
  const harness = await openHarness();
  try {
    const { gate } = harness;
    const due = () => harness.store.deliveries.listDue("2999-01-01T00:00:00.000Z");
    for (const [n] of ODD_ANSWERS.entries()) {
      await gate.store.journal.commit("test.delivery", [
        {
          type: "delivery.add",
          delivery: {
            ...{ id: `msg_${n}`, sessionId: null, type: "checkpoint", attempts: 0, body: "{}" },
            ...{ dueAt: "2000-01-01T00:00:00.000Z", createdAt: "2000-01-01T00:00:00.000Z" },
          },
        },
      ]);
      await deliverAnnouncements(gate, { url: `http://${host}/${n}`, secret: "a signing key" });
    }
    for (const { attempts } of await due()) expect(attempts).toBe(1);
  } finally {
    await harness.close();
  }
}, 60_000);
