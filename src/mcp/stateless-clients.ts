import {
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  PROTOCOL_VERSION_META_KEY,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { JsonObject } from "../base/json.ts";
import type { GatewayCaller } from "../ports/gateway.ts";
import type { McpServer } from "../ports/mcp-client.ts";
import { type Client, identityOf, newClient, seatOf } from "./clients.ts";
import { createServer, type ServerParts } from "./create-server.ts";
import type { View } from "./view.ts";

const DAY_MS = 24 * 3_600_000;
const MOST_PER_TOKEN = 100;
const MOST_SUBSCRIPTIONS = 256;

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
  const heard = new WeakSet<McpServer>();

  function clientOf({ caller, view }: Arrived, context: ServerContext): Client {
    const envelope: JsonObject = context.mcpReq.envelope ?? {};
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

  /** Lists of a server that clients were served alone: who listens reads them again. */
  function hear(id: string | undefined): void {
    const server = id === undefined ? undefined : engine.mcp.get(id);
    if (!server || heard.has(server)) return;
    heard.add(server);
    server.onNotice(({ type }) => {
      if (type === "prompts") handler.notify.promptsChanged();
      if (type === "resources") handler.notify.resourcesChanged();
    });
  }

  const handler = createMcpHandler(
    ({ authInfo }) => {
      const arrived = authInfo?.extra?.arrived as Arrived;
      hear(arrived.view.server);
      return createServer(parts, "2026", arrived.view, (_server, context) =>
        seatOf(engine, clientOf(arrived, context), arrived.origin),
      );
    },
    {
      legacy: "reject",
      maxSubscriptions: MOST_SUBSCRIPTIONS,
      onerror: (error) => engine.report(error),
    },
  );

  return {
    handle: (request: Request, body: unknown, arrived: Arrived): Promise<Response> =>
      handler.fetch(request, {
        parsedBody: body,
        authInfo: {
          token: "",
          clientId: arrived.caller.tokenId,
          scopes: [...arrived.caller.scopes],
          extra: { arrived },
        },
      }),
    clients: (): readonly Client[] => [...known.values()],
    toolsChanged: () => handler.notify.toolsChanged(),
    close: () => handler.close(),
  };
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

function makeRoom(known: Map<string, Client>, tokenId: string): void {
  const own = [...known].filter(([, { caller }]) => caller.tokenId === tokenId);
  for (const [key] of own.slice(0, Math.max(0, own.length - MOST_PER_TOKEN + 1))) known.delete(key);
}
