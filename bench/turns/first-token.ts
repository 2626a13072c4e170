import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { quantile } from "../quantile.ts";
import { openStream } from "./open-stream.ts";
import { serveChild } from "./serve-child.ts";

const THINKS_MS = 20;
/** What comes after the first piece, and how quickly: as a model of 200 tokens a second would. */
const PIECES = 10;
const PIECE = "and so it goes on ";
const PIECE_MS = 5;
const WARM_UPS = 10;
/** What a server has done in its first minutes: until then most of its code was not compiled. */
const EARLIER_SESSIONS = 15;
const EARLIER_TURNS = 10;
const ADMIN_KEY = "an-admin-key-for-the-benchmark-only";
const SECRET = "a-secret-of-forty-characters-0123456789a";
const DEADLINE_MS = 10_000;

export type FirstToken = {
  readonly bareMs: number;
  readonly throughMs: number;
  /** Of which until the provider was asked. */
  readonly askedMs: number;
};

type Provider = Awaited<ReturnType<typeof startProvider>>;
type Server = Awaited<ReturnType<typeof serveChild>>;

type Options = {
  readonly runs: number;
  /** With one, what a model writes may hold it, and is looked at before it is shown. */
  readonly withSecret: boolean;
};

/** From sending a message to the first piece of the answer, beside the provider asked directly. */
export async function benchFirstToken({ runs, withSecret }: Options): Promise<FirstToken> {
  const provider = await startProvider();
  const server = await serveChild({
    env: {
      CAPSTAN_MODEL: "openai/fake",
      CAPSTAN_ADMIN_KEY: ADMIN_KEY,
      OPENAI_BASE_URL: provider.url,
      OPENAI_API_KEY: "none",
    },
  });
  if (withSecret) await server.call("PUT", "/v1/secrets/BENCH", { value: SECRET }, ADMIN_KEY);
  await serveOthers(server, provider);
  const { id } = await server.call<{ id: string }>("POST", "/v1/sessions", {});
  const path = `/v1/sessions/${id}`;
  let heard = Promise.withResolvers<void>();
  const stream = await openStream(`${server.url}${path}/events/stream`, server.headers, (event) => {
    if (event === "model.delta") heard.resolve();
  });
  const samples: FirstToken[] = [];
  try {
    for (let run = 0; run < WARM_UPS + runs; run++) {
      const bareMs = await askDirectly(provider.url);
      heard = Promise.withResolvers();
      const before = performance.now();
      const ended = server.call("POST", `${path}/messages?wait_ms=${DEADLINE_MS}`, {
        content: "hi",
      });
      await Promise.race([heard.promise, ended.then(() => heard.promise)]);
      const throughMs = performance.now() - before;
      const askedMs = provider.lastAsked() - before;
      await ended;
      if (run >= WARM_UPS) samples.push({ bareMs, throughMs, askedMs });
    }
  } finally {
    stream.close();
    await server.stop();
    provider.stop();
  }
  const median = (of: keyof FirstToken) =>
    quantile(
      samples.map((sample) => sample[of]),
      0.5,
    );
  return {
    bareMs: median("bareMs"),
    throughMs: median("throughMs"),
    askedMs: median("askedMs"),
  };
}

/** By a model that does not think: only the server's own code has to get warm. */
async function serveOthers(server: Server, provider: Provider): Promise<void> {
  provider.think(false);
  for (let session = 0; session < EARLIER_SESSIONS; session++) {
    const { id } = await server.call<{ id: string }>("POST", "/v1/sessions", {});
    for (let turn = 0; turn < EARLIER_TURNS; turn++) {
      const path = `/v1/sessions/${id}/messages?wait_ms=${DEADLINE_MS}`;
      await server.call("POST", path, { content: "hi" });
    }
  }
  provider.think(true);
}

async function askDirectly(url: string): Promise<number> {
  const before = performance.now();
  const response = await fetch(`${url}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ stream: true, messages: [{ role: "user", content: "hi" }] }),
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  let firstMs = 0;
  for await (const _ of response.body ?? []) firstMs ||= performance.now() - before;
  return firstMs;
}

/** Speaks OpenAI's dialect, and thinks before it does. */
async function startProvider() {
  let lastAsked = 0;
  let thinks = true;
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    lastAsked = performance.now();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    if (thinks) await delay(THINKS_MS);
    response.write(chunk({ role: "assistant", content: "It is five, " }, null));
    for (let piece = 0; piece < PIECES; piece++) {
      if (thinks) await delay(PIECE_MS);
      response.write(chunk({ content: PIECE }, null));
    }
    response.end(`${chunk({}, "stop")}data: [DONE]\n\n`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    lastAsked: () => lastAsked,
    think(on: boolean) {
      thinks = on;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function chunk(delta: object, reason: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: reason }];
  const body = { id: "c1", object: "chat.completion.chunk", created: 1, model: "fake", choices };
  return `data: ${JSON.stringify(body)}\n\n`;
}
