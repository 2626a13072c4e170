import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from "node:net";

export type Loopback = AsyncDisposable & {
  readonly url: string;
  /** `127.0.0.1:<port>`, as an entry of allowHosts. */
  readonly host: string;
};

/** A real server on a free loopback port. */
export function serve(handler: RequestListener): Promise<Loopback> {
  return listen(createServer(handler));
}

/** Sends these bytes, whatever it is asked, and ends the connection. */
export function serveBytes(...parts: readonly string[]): Promise<Loopback> {
  return listen(
    createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(parts.join("")));
    }),
  );
}

async function listen(server: Server): Promise<Loopback> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/`,
    host,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
