import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** What a route answers; the two words never end, the second after a beginning. */
export type Reply =
  | { readonly status?: number; readonly body?: unknown; readonly text?: string }
  | "hang"
  | "stall";
export type Routes = Readonly<Record<string, Reply>>;

export type Seen = {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
};

export type FakeServer = AsyncDisposable & { readonly url: string; readonly seen: Seen[] };

/** A real HTTP server with canned answers, by `METHOD /path` without the query. */
export async function startFakeServer(routes: Routes): Promise<FakeServer> {
  const known = new Map(Object.entries(routes));
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    const text = await readAll(request);
    seen.push({
      method,
      url,
      authorization: request.headers.authorization,
      body: text === "" ? undefined : JSON.parse(text),
    });
    const [pathname = ""] = url.split("?");
    answer(known.get(`${method} ${pathname}`) ?? notFound(pathname), response);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;

  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

function answer(reply: Reply, response: ServerResponse): void {
  if (reply === "hang") return;
  if (reply === "stall") {
    response.writeHead(200).write('{"items":');
    return;
  }
  const { status = 200, body, text = JSON.stringify(body) } = reply;
  const type = status < 400 ? "application/json" : "application/problem+json";
  response.writeHead(status, { "content-type": type }).end(text);
}

function notFound(pathname: string): Reply {
  return { status: 404, body: { code: "ROUTE_NOT_FOUND", detail: `There is no ${pathname}.` } };
}
