import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export type GatewayPage = {
  readonly type: string;
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array>;
};

/** Answers a path of the registry; undefined where the registry has nothing there. */
export type GatewayFind = (path: string) => Promise<GatewayPage | undefined>;

export interface RegistryGateway {
  /** A Unix socket that speaks HTTP. */
  readonly socket: string;
  /** Paths that the registry did not have. */
  readonly missing: readonly string[];
  /** Errors of the registry, which a program in a box would tell in its own words. */
  readonly failures: readonly unknown[];
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 64;
const MAX_REQUESTS = 20_000;
const MAX_FAILURES = 20;

/** Lets a box read one registry, and nothing else: only what `find` answers comes back. */
export async function openRegistryGateway(find: GatewayFind): Promise<RegistryGateway> {
  const folder = await mkdtemp(join(tmpdir(), "capstan-registry-"));
  const failures: unknown[] = [];
  const missing: string[] = [];
  const sockets = new Set<Socket>();
  let requests = 0;

  async function answer(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(asked.url);
    requests += 1;
    if (asked.method !== "GET" || path === undefined || requests > MAX_REQUESTS) {
      return void response.writeHead(405).end();
    }
    try {
      const page = await find(path);
      if (!page) {
        if (missing.length < MAX_FAILURES) missing.push(path);
        return void response.writeHead(404).end("{}");
      }
      response.writeHead(200, { "content-type": page.type });
      if (typeof page.body === "string" || page.body instanceof Uint8Array) {
        return void response.end(page.body);
      }
      await pipeline(Readable.from(page.body), response);
    } catch (error) {
      if (failures.length < MAX_FAILURES) failures.push(error);
      if (!response.headersSent) response.writeHead(502).end("{}");
      else response.destroy();
    }
  }

  const server = createServer((asked, response) => void answer(asked, response));
  server.maxConnections = MAX_CONNECTIONS;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const socket = join(folder, "socket");
  await once(server.listen(socket), "listening");
  return {
    socket,
    failures,
    missing,
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const one of sockets) one.destroy();
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function pathOf(url = ""): string | undefined {
  try {
    return decodeURIComponent(url.split("?", 1)[0] ?? "");
  } catch {
    return undefined;
  }
}
