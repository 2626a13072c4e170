import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

type Page = { readonly body: string | Uint8Array; readonly type: string };

/** A web server that reads. It lists what it is asked for, by path and with its credentials. */
export async function serveLoopback(
  find: (path: string) => Page | undefined,
  atEnd: (end: () => void) => void = onTestFinished,
) {
  const asked: string[] = [];
  const credentials = new Set<string>();
  const server = createServer(({ url = "/", headers }, response) => {
    const path = decodeURIComponent(url.split("?")[0] ?? "/");
    asked.push(path);
    if (headers.authorization !== undefined) credentials.add(headers.authorization);
    const page = find(path);
    if (!page) return void response.writeHead(404).end("{}");
    response.writeHead(200, { "content-type": page.type }).end(page.body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}/`, host, asked, credentials };
}
