import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { CapstanError } from "../../base/errors.ts";
import type { HostProxy } from "../host-proxy.ts";
import { type AllowList, createAllowList } from "./allow-list.ts";
import { hostOf, portOf } from "./host-and-port.ts";
import { parseUrl } from "./parse-url.ts";
import { type Lookup, type Reach, resolveHost } from "./resolve-host.ts";
import { systemLookup } from "./system-lookup.ts";

const CONNECT_MS = 10_000;
const IDLE_MS = 60_000;
const MAX_CONNECTIONS = 64;

type HostProxyOptions = {
  /** Private hosts that may be reached at all, as in the setting web_fetch.allow_hosts. */
  readonly allowHosts: readonly string[];
  readonly lookup?: Lookup;
};

/**
 * Proxies for boxes. A host is reached when it was given to the box, and under the same rules as by
 * web_fetch: resolved once, here, every address checked, and those addresses connected to.
 */
export function createHostProxy({ allowHosts, lookup }: HostProxyOptions): HostProxy {
  const reach = { allows: createAllowList(allowHosts), lookup: lookup ?? systemLookup };
  return {
    async open(hosts) {
      const folder = await mkdtemp(join(tmpdir(), "capstan-proxy-"));
      const proxy = serveProxy(createAllowList(hosts), reach);
      const socket = join(folder, "socket");
      await once(proxy.server.listen(socket), "listening");
      return {
        socket,
        async close() {
          await proxy.close();
          await rm(folder, { recursive: true, force: true });
        },
      };
    },
  };
}

function serveProxy(isGiven: AllowList, reach: Reach) {
  const connections = new Set<Duplex>();
  const keep = <T extends Duplex>(socket: T): T => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
    socket.on("error", () => socket.destroy());
    return socket;
  };

  /** A connection to a host that was given, or an error that says why not. */
  async function reachHost(url: URL): Promise<Socket> {
    if (!isGiven(url)) throw notGiven(url);
    const addresses = await resolveHost(url, reach, AbortSignal.timeout(CONNECT_MS));
    for (const [index, { address }] of addresses.entries()) {
      try {
        return keep(await connectTo(address, Number(portOf(url))));
      } catch (error) {
        if (index === addresses.length - 1) throw error;
      }
    }
    throw new CapstanError("WEB_FAILED", `"${hostOf(url)}" has no address.`);
  }

  const server = createServer();
  server.maxConnections = MAX_CONNECTIONS;
  server.on("connection", (socket) => keep(socket));
  server.on("connect", async (asked: IncomingMessage, client: Duplex, head: Buffer) => {
    try {
      const other = await reachHost(parseUrl(`https://${asked.url}`));
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      if (head.length > 0) other.write(head);
      client.pipe(other).pipe(client);
      for (const [one, two] of [[client, other] as const, [other, client] as const]) {
        one.once("close", () => two.destroy());
      }
    } catch (error) {
      const { status, text } = refusal(error);
      client.end(`HTTP/1.1 ${status} Refused\r\ncontent-type: text/plain\r\n\r\n${text}`);
    }
  });
  server.on("request", async (asked: IncomingMessage, answer: ServerResponse) => {
    try {
      const url = parseUrl(asked.url ?? "");
      if (url.protocol !== "http:") throw new CapstanError("URL_INVALID", "Use CONNECT for https.");
      const socket = await reachHost(url);
      const onward = request({
        createConnection: () => socket,
        method: asked.method ?? "GET",
        path: `${url.pathname}${url.search}`,
        headers: onwardHeaders(asked, url),
      });
      onward.on("response", (from) => {
        // It is a stranger's: a number that is no status must not end us.
        const status = from.statusCode ?? 0;
        if (status < 200 || status > 599) return void onward.destroy(new Error("no status"));
        from.on("error", () => answer.destroy());
        answer.writeHead(status, from.headers);
        from.pipe(answer);
      });
      onward.on("error", () => answer.destroy());
      asked.pipe(onward);
    } catch (error) {
      const { status, text } = refusal(error);
      answer.writeHead(status, { "content-type": "text/plain" }).end(text);
    }
  });

  return {
    server,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const connection of connections) connection.destroy();
      }),
  };
}

async function connectTo(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port });
  socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error("timeout")));
  await once(socket, "connect");
  socket.setTimeout(IDLE_MS, () => socket.destroy());
  return socket;
}

/** The host is the one that was judged, whatever the header said. */
function onwardHeaders({ headers }: IncomingMessage, url: URL): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(
    (header): header is [string, string | string[]] =>
      header[1] !== undefined && !HOP_HEADERS.has(header[0]),
  );
  return { ...Object.fromEntries(kept), host: url.host, connection: "close" };
}

const HOP_HEADERS: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
]);

function notGiven(url: URL): CapstanError {
  const place = `${hostOf(url)}:${portOf(url)}`;
  return new CapstanError("HOST_REFUSED", `This program was not given the host "${place}".`);
}

function refusal(error: unknown): { status: number; text: string } {
  if (!(error instanceof CapstanError)) {
    return { status: 502, text: "The other server could not be reached.\n" };
  }
  const isRefused = error.code === "HOST_REFUSED" || error.code === "URL_INVALID";
  return { status: isRefused ? 403 : 502, text: `${error.message}\n` };
}
