import {
  createMcpHandler,
  type McpServerFactory,
  type ServerEvent,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";
import { makeCall } from "./call-tool.ts";
import type { ServerParts } from "./create-server.ts";
import { type Upstream, upstreamOf } from "./pass-on.ts";
import { rpcError } from "./rpc-error.ts";
import type { Exchange, Seat } from "./seat.ts";
import type { Arrived } from "./stateless-clients.ts";

const MOST_STREAMS = 256;
const MOST_PER_TOKEN = 64;
const MOST_WATCHED = 200;
const LIMIT_REACHED = -32_603;

export const LISTEN = "subscriptions/listen";

type Stream = { readonly tokenId: string; tell(event: ServerEvent): void; close(): Promise<void> };

type Options = {
  readonly parts: ServerParts;
  readonly open: McpServerFactory;
  readonly seatOf: (arrived: Arrived, envelope: JsonObject) => Seat;
};

/**
 * Streams of the newer era, on which a client hears of changes. Each has a bus of its own: what one server
 * tells goes to those who were served that server, and to nobody else.
 */
export function createListening({ parts, open, seatOf }: Options) {
  const { engine } = parts;
  const streams = new Set<Stream>();

  async function listen(
    request: Request,
    body: JsonObject,
    arrived: Arrived,
    authInfo: NonNullable<Parameters<ReturnType<typeof createMcpHandler>["fetch"]>[1]>["authInfo"],
  ): Promise<Response> {
    const { tokenId } = arrived.caller;
    const own = [...streams].filter((it) => it.tokenId === tokenId);
    if (streams.size >= MOST_STREAMS || own.length >= MOST_PER_TOKEN) {
      return rpcError(200, "Subscription limit reached", { code: LIMIT_REACHED, id: body.id });
    }
    const upstream = upstreamOf(engine, arrived.view);
    const watched = await watchAll(upstream, body, request, arrived);
    const hearer = createBus(() => {
      streams.delete(stream);
      forget();
      for (const end of watched.values()) end();
    });
    const forget =
      upstream?.server.onNotice((notice) => {
        if (notice.type === "updated") hearer.tell({ kind: "resource_updated", uri: notice.uri });
        else hearer.tell({ kind: `${notice.type}_list_changed` });
      }) ?? (() => {});
    const handler = createMcpHandler(open, {
      legacy: "reject",
      bus: hearer.bus,
      onerror: (error) => engine.report(error),
    });
    const stream = { tokenId, tell: hearer.tell, close: handler.close };
    streams.add(stream);
    const parsedBody = onlyThese(body, new Set(watched.keys()));
    try {
      return await handler.fetch(request, { parsedBody, ...(authInfo && { authInfo }) });
    } finally {
      // Refused, or nothing that is wanted can be told.
      if (!hearer.isHeard()) hearer.end();
    }
  }

  /** What may not be read is not watched: each is read first, through the gate. */
  async function watchAll(
    upstream: Upstream | undefined,
    body: JsonObject,
    request: Request,
    arrived: Arrived,
  ): Promise<ReadonlyMap<string, () => void>> {
    const watched = new Map<string, () => void>();
    const tool = upstream?.calls.get("read_resource");
    const { envelope, uris } = readParams(body);
    if (!upstream || !tool || !envelope || !upstream.server.offers().subscribe) return watched;
    const seat = seatOf(arrived, envelope);
    for (const uri of uris) {
      const exchange = muteExchange(request.signal);
      const calling = { ...parts, era: "2026" as const, seat, exchange };
      try {
        const made = await makeCall(calling, tool.tool, { uri });
        if (made.type !== "outcome" || made.outcome.state !== "completed") continue;
        watched.set(uri, await upstream.server.watch(uri));
      } catch {
        // It is missing in what is acknowledged.
      }
    }
    return watched;
  }

  return {
    listen,
    tell(event: ServerEvent): void {
      for (const stream of streams) stream.tell(event);
    },
    async close(): Promise<void> {
      await Promise.all([...streams].map((stream) => stream.close()));
    },
  };
}

/** One stream's way to hear; `onEnd` runs once, when nobody hears any more. */
function createBus(onEnd: () => void) {
  let listener: ((event: ServerEvent) => void) | undefined;
  let isOver = false;
  const tell = (event: ServerEvent) => listener?.(event);
  const end = () => {
    listener = undefined;
    if (!isOver) onEnd();
    isOver = true;
  };
  const bus: ServerEventBus = {
    publish: tell,
    subscribe(heard) {
      listener = heard;
      return end;
    },
  };
  return { bus, tell, end, isHeard: () => listener !== undefined };
}

function readParams({ params }: JsonObject) {
  const { _meta, notifications } = isJsonObject(params ?? null) ? (params as JsonObject) : {};
  const wanted = isJsonObject(notifications ?? null) ? (notifications as JsonObject) : {};
  const { resourceSubscriptions: listed } = wanted;
  const uris = Array.isArray(listed) ? listed.filter((it) => typeof it === "string") : [];
  return {
    envelope: isJsonObject(_meta ?? null) ? (_meta as JsonObject) : undefined,
    uris: [...new Set(uris)].slice(0, MOST_WATCHED),
  };
}

/** The request without the resources that are not watched, so that what is acknowledged is true. */
function onlyThese(body: JsonObject, watched: ReadonlySet<JsonValue>): JsonObject {
  const { params } = body;
  if (!isJsonObject(params) || !isJsonObject(params.notifications)) return body;
  const { resourceSubscriptions: listed } = params.notifications;
  if (!Array.isArray(listed) || listed.some((it) => typeof it !== "string")) return body;
  const notifications = {
    ...params.notifications,
    resourceSubscriptions: listed.filter((it) => watched.has(it)),
  };
  return { ...body, params: { ...params, notifications } };
}

/** Nobody is asked on the way: what asks is not watched until it was approved. */
function muteExchange(signal: AbortSignal): Exchange {
  return {
    signal,
    onProgress: undefined,
    canAsk: false,
    peer: { can: {}, logLevel: undefined, onLog() {}, onError() {}, error: () => undefined },
    state: undefined,
    ask: async () => ({ type: "cancel" }),
    leave() {},
  };
}
