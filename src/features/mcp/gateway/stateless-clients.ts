import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  type McpServerFactory,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";
import type { GatewayCaller } from "../../../http/gateway.ts";
import { type Client, identityOf, newClient, seatOf } from "./clients.ts";
import { createServer, type ServerParts } from "./create-server.ts";
import { createListening, LISTEN } from "./listening.ts";
import { headerMismatch } from "./param-headers.ts";
import { rpcError } from "./rpc-error.ts";
import type { Seat } from "./seat.ts";
import type { View } from "./view.ts";

const DAY_MS = 24 * 3_600_000;
const MOST_PER_TOKEN = 100;
/** As the protocol numbers it. */
const HEADER_MISMATCH = -32_020;
const VIA_STDIO = "capstan-via-stdio";

/** What the request came with, beside what the protocol says. */
export type Arrived = {
  readonly caller: GatewayCaller;
  readonly view: View;
  readonly origin: string;
};

/**
 * The newer era: every request stands alone. Clients are told apart by their token, their name and what
 * they are shown, and what one did on a day stands in one session.
 */
export function createStatelessClients(parts: ServerParts) {
  const { engine } = parts;
  const known = new Map<string, Client>();

  function clientOf({ caller, view }: Arrived, envelope: JsonObject): Client {
    const identity = identityOf(envelope[CLIENT_INFO_META_KEY]);
    const now = engine.gate.clock.now();
    const key = JSON.stringify([caller.tokenId, identity.name, view]);
    const found = known.get(key);
    const isToday = found && dayOf(found.since) === dayOf(now);
    const client = isToday
      ? Object.assign(found, { caller, lastSeen: now })
      : newClient(engine, {
          connection: `${caller.tokenId} ${identity.name}`,
          caller,
          identity,
          protocol: String(envelope[PROTOCOL_VERSION_META_KEY] ?? ""),
          view,
        });
    known.delete(key);
    // A name is the client's own word: as many as it likes to have are not kept.
    makeRoom(known, caller.tokenId);
    known.set(key, client);
    return client;
  }

  const seat = (arrived: Arrived, envelope: JsonObject): Seat =>
    seatOf(engine, clientOf(arrived, envelope), arrived.origin);

  const open: McpServerFactory = ({ authInfo }) => {
    const arrived = authInfo?.extra?.arrived as Arrived;
    return createServer(parts, "2026", arrived.view, (_server, { mcpReq }) =>
      seat(arrived, mcpReq.envelope ?? {}),
    );
  };

  /** What a call says in its headers has to be what its arguments say. */
  async function wrongHeader(
    { headers }: Request,
    body: JsonValue | undefined,
    { view }: Arrived,
  ): Promise<string | undefined> {
    // Standard input and output have no headers: mcp serve has passed on what came from there.
    if (!isJsonObject(body ?? null) || headers.has(VIA_STDIO)) return undefined;
    const { method, params } = body as JsonObject;
    if (method !== "tools/call" || view.mode === "search" || !isJsonObject(params ?? null)) return;
    const { name, arguments: given = {} } = params as JsonObject;
    if (typeof name !== "string" || !isJsonObject(given)) return undefined;
    const found = await parts.book.find(view, name);
    return found && headerMismatch(found.tool.inputSchema, given, headers);
  }

  const handler = createMcpHandler(open, {
    legacy: "reject",
    onerror: (error) => engine.report(error),
  });
  const listening = createListening({ parts, open, seatOf: seat });

  return {
    async handle(
      request: Request,
      body: JsonValue | undefined,
      arrived: Arrived,
    ): Promise<Response> {
      const authInfo = {
        token: "",
        clientId: arrived.caller.tokenId,
        scopes: [...arrived.caller.scopes],
        extra: { arrived },
      };
      if (isJsonObject(body ?? null) && (body as JsonObject).method === LISTEN) {
        return listening.listen(request, body as JsonObject, arrived, authInfo);
      }
      const wrong = await wrongHeader(request, body, arrived);
      if (wrong !== undefined) {
        const { id } = body as JsonObject;
        return rpcError(400, `Bad Request: ${wrong}.`, { code: HEADER_MISMATCH, id });
      }
      return handler.fetch(request, { parsedBody: body, authInfo });
    },
    clients: (): readonly Client[] => [...known.values()],
    toolsChanged: () => listening.tell({ kind: "tools_list_changed" }),
    async close(): Promise<void> {
      await Promise.all([handler.close(), listening.close()]);
    },
  };
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

function makeRoom(known: Map<string, Client>, tokenId: string): void {
  const own = [...known].filter(([, { caller }]) => caller.tokenId === tokenId);
  for (const [key] of own.slice(0, Math.max(0, own.length - MOST_PER_TOKEN + 1))) known.delete(key);
}
