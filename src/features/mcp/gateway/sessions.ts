import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { isJsonObject, type JsonValue } from "../../../base/json.ts";
import { type Client, identityOf, newClient, seatOf } from "./clients.ts";
import { createServer, type ServerParts } from "./create-server.ts";
import { rpcError } from "./rpc-error.ts";
import type { Arrived } from "./stateless-clients.ts";

/** A client of the older era, for as long as its session lasts. */
type Connection = {
  readonly id: string;
  client: Client;
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Ids of requests that are being answered. */
  readonly open: Set<string | number>;
  /** Streams and requests that have not ended. */
  running: number;
};

export type SessionLimits = {
  readonly perToken: number;
  readonly inAll: number;
  readonly idleMs: number;
};

const LIMITS: SessionLimits = { perToken: 64, inAll: 1_000, idleMs: 30 * 60_000 };
const MOST_IN_BATCH = 50;

/** The older era: `initialize` opens a session, and every request names it. */
export function createSessions(parts: ServerParts, limits: SessionLimits = LIMITS) {
  const { engine } = parts;
  const { clock } = engine.gate;
  const connections = new Map<string, Connection>();

  async function open(body: JsonValue, arrived: Arrived): Promise<Connection> {
    const id = randomUUID();
    const { caller, view } = arrived;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessionclosed: () => drop(id),
    });
    const said = isJsonObject(body) && isJsonObject(body.params) ? body.params : {};
    const connection: Connection = {
      id,
      client: newClient(engine, {
        connection: id,
        caller,
        identity: identityOf(said.clientInfo),
        protocol: "",
        view,
      }),
      server: createServer(parts, "2025", view, () =>
        seatOf(engine, connection.client, arrived.origin),
      ),
      transport,
      open: new Set(),
      running: 0,
    };
    await connection.server.connect(transport);
    connections.set(id, connection);
    return connection;
  }

  /**
   * A client that is started again and again leaves its sessions behind: the oldest idle one goes. False
   * when all are busy.
   */
  function makeRoom({ caller: { tokenId } }: Arrived): boolean {
    const idle = (of: readonly Connection[]) =>
      of
        .filter(({ running }) => running === 0)
        .sort((one, other) => one.client.lastSeen - other.client.lastSeen)[0];
    const all = [...connections.values()];
    const own = all.filter(({ client }) => client.caller.tokenId === tokenId);
    const isFull = own.length >= limits.perToken;
    if (!isFull && all.length < limits.inAll) return true;
    const oldest = idle(own);
    if (oldest) drop(oldest.id);
    return oldest !== undefined;
  }

  function drop(id: string): void {
    const connection = connections.get(id);
    connections.delete(id);
    connection?.server.close().catch((error) => engine.report(error));
  }

  /** To anybody else it is as unknown as one that never was. */
  function find(request: Request, { caller }: Arrived): Connection | undefined {
    const found = connections.get(request.headers.get("mcp-session-id") ?? "");
    return found?.client.caller.tokenId === caller.tokenId ? found : undefined;
  }

  async function handle(
    request: Request,
    body: JsonValue | undefined,
    arrived: Arrived,
  ): Promise<Response> {
    const isFirst = isInitializeRequest(body);
    if (Array.isArray(body) && body.length > MOST_IN_BATCH) {
      return rpcError(400, `At most ${MOST_IN_BATCH} messages at once.`, { code: -32_600 });
    }
    if (!isFirst && !request.headers.has("mcp-session-id")) {
      return rpcError(400, "Bad Request: Mcp-Session-Id header is required.");
    }
    if (isFirst && !makeRoom(arrived)) {
      return rpcError(429, "This key has too many sessions, and all of them are busy.");
    }
    const connection = isFirst ? await open(body as JsonValue, arrived) : find(request, arrived);
    if (!connection) return rpcError(404, "Session not found.", { code: -32_001 });
    return exchange(connection, request, body, arrived);
  }

  async function exchange(
    connection: Connection,
    request: Request,
    body: JsonValue | undefined,
    { caller }: Arrived,
  ): Promise<Response> {
    const ids = requestIds(body);
    // Answers are told apart by their ids alone.
    const taken = ids.find((id, at) => connection.open.has(id) || ids.indexOf(id) < at);
    if (taken !== undefined) {
      return rpcError(400, "This request id is in use.", { code: -32_600, id: taken });
    }
    for (const id of ids) connection.open.add(id);
    connection.running += 1;
    // With the scopes that its token has now.
    connection.client = Object.assign(connection.client, { caller, lastSeen: clock.now() });
    const end = once(() => {
      for (const id of ids) connection.open.delete(id);
      connection.running -= 1;
      connection.client.lastSeen = clock.now();
    });
    try {
      const response = await connection.transport.handleRequest(request, { parsedBody: body });
      return whenEnded(response, end);
    } catch (error) {
      end();
      throw error;
    }
  }

  return {
    handle,
    // Most programs end without a word: only one that has a stream or a request open is certainly there.
    isLive: (id: string) => (connections.get(id)?.running ?? 0) > 0,
    clients: (): readonly Client[] =>
      [...connections.values()].map(({ client, server }) => ({
        ...client,
        protocol: server.getNegotiatedProtocolVersion() ?? "",
      })),
    toolsChanged(): void {
      for (const { server } of connections.values()) server.sendToolListChanged().catch(() => {});
    },
    /** Ends those that nobody has used for a while. */
    expire(): void {
      const until = clock.now() - limits.idleMs;
      for (const { id, running, client } of connections.values()) {
        if (running === 0 && client.lastSeen < until) drop(id);
      }
    },
    async close(): Promise<void> {
      for (const id of [...connections.keys()]) drop(id);
    },
  };
}

function requestIds(body: JsonValue | undefined): (string | number)[] {
  return (Array.isArray(body) ? body : [body]).flatMap((message) => {
    if (!isJsonObject(message ?? null)) return [];
    const { id, method } = message as { id?: unknown; method?: unknown };
    const isRequest = method !== undefined && (typeof id === "string" || typeof id === "number");
    return isRequest ? [id] : [];
  });
}

/** The same response; `end` runs when its body was read to the end, or nobody reads it any more. */
function whenEnded(response: Response, end: () => void): Response {
  if (!response.body) {
    end();
    return response;
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await reader.read();
          if (value) controller.enqueue(value);
          if (!done) return;
          end();
          controller.close();
        } catch (error) {
          end();
          controller.error(error);
        }
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: response.status, headers: response.headers });
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
