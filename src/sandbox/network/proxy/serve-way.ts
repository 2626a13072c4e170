import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { Transform } from "node:stream";
import { CapstanError } from "../../../base/errors.ts";
import type { AllowList } from "../allow-list.ts";
import { hostOf, portOf } from "../host-and-port.ts";
import { parseUrl } from "../parse-url.ts";
import { type Reach, resolveHost } from "../resolve-host.ts";
import { type Head, parseHead, readHead } from "./read-head.ts";

const CONNECT_MS = 10_000;
const IDLE_MS = 60_000;
const MAX_CONNECTIONS = 64;

/** Headers of the connection to the proxy, and the host, which is the one that was judged. */
const NOT_ONWARD: ReadonlySet<string> = new Set([
  "connection",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
]);

/**
 * One box's way out, a proxy. A host is reached when it was given to the box, and under the same rules
 * as by web_fetch: it is resolved once, here, every address is checked, and those addresses are
 * connected to. After that bytes are carried, and nothing that the host answers is read.
 */
export function serveWay(
  isGiven: AllowList,
  reach: Reach,
): { readonly server: Server; close(): Promise<void> } {
  const connections = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
    return socket.on("error", () => socket.destroy());
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

  async function serve(client: Socket): Promise<void> {
    const read = await readHead(client);
    const head = read && parseHead(read.text);
    if (!head) return refuse(client, 400, "This is not a request that the proxy can read.\n");
    const isTunnel = head.method === "CONNECT";
    const url = parseUrl(isTunnel ? `https://${head.target}` : head.target);
    if (!isTunnel && url.protocol !== "http:") {
      throw new CapstanError("URL_INVALID", "Use CONNECT for https.");
    }
    const other = await reachHost(url);
    if (client.destroyed) return void other.destroy();
    if (read.rest.length > 0) client.unshift(read.rest);
    client.once("close", () => other.destroy());
    other.once("close", (failed) => (failed ? client.destroy() : client.destroySoon()));
    if (isTunnel) {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      client.pipe(other).pipe(client);
      return;
    }
    other.write(onward(head, url), "latin1");
    // The connection ends with this answer: what a program sends beyond its request goes nowhere.
    client.pipe(atMost(head.bodyBytes)).pipe(other, { end: false });
    other.pipe(client);
  }

  // A program may end its side of a connection and read on.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client).setTimeout(IDLE_MS, () => client.destroy());
    serve(client).catch((error) => refuse(client, ...refusal(error)));
  });
  server.maxConnections = MAX_CONNECTIONS;
  return {
    server,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const connection of connections) connection.destroy();
      await closed;
    },
  };
}

async function connectTo(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port, allowHalfOpen: true });
  socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error("timeout")));
  await once(socket, "connect");
  return socket.setTimeout(IDLE_MS, () => socket.destroy());
}

/** As the host itself is asked. */
function onward({ method, version, headers }: Head, url: URL): string {
  const listed = headers.flatMap(([name, value]) => (name === "connection" ? [value] : []));
  const left = new Set([...NOT_ONWARD, ...listed.flatMap((it) => it.toLowerCase().split(/[ ,]+/))]);
  const lines = [
    `${method} ${url.pathname}${url.search} HTTP/${version}`,
    `host: ${url.host}`,
    ...headers.filter(([name]) => !left.has(name)).map(([name, value]) => `${name}: ${value}`),
    "connection: close",
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

function atMost(bytes: number): Transform {
  let left = bytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const taken = chunk.subarray(0, left);
      left -= taken.length;
      done(null, taken);
    },
  });
}

function notGiven(url: URL): CapstanError {
  const place = `${hostOf(url)}:${portOf(url)}`;
  return new CapstanError("HOST_REFUSED", `This program was not given the host "${place}".`);
}

function refusal(error: unknown): [status: number, text: string] {
  if (!(error instanceof CapstanError)) return [502, "The other server could not be reached.\n"];
  const isRefused = error.code === "HOST_REFUSED" || error.code === "URL_INVALID";
  return [isRefused ? 403 : 502, `${error.message}\n`];
}

function refuse(client: Socket, status: number, text: string): void {
  if (client.destroyed) return;
  const body = Buffer.from(text);
  const headers = `content-type: text/plain\r\ncontent-length: ${body.length}\r\nconnection: close`;
  client.write(`HTTP/1.1 ${status} Refused\r\n${headers}\r\n\r\n`);
  client.end(body);
  client.resume();
}
