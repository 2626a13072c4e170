import {
  type CallToolResult,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject } from "../../../base/json.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { McpServer } from "../mcp-client.ts";
import { callTool, makeCall } from "./call-tool.ts";
import { describeTool } from "./describe-tool.ts";
import { pushedExchange, retriedExchange } from "./exchange.ts";
import { capabilitiesOf, type Make, passOn, type Upstream, upstreamOf } from "./pass-on.ts";
import { CALL_TOOL, SEARCH_MODE, SEARCH_TOOLS, searchTools } from "./search-mode.ts";
import type { CallResult, Seat } from "./seat.ts";
import type { NamedTool, ToolBook } from "./tool-book.ts";
import type { View } from "./view.ts";
import { watchFor } from "./watch.ts";

export type ServerParts = {
  readonly engine: Engine;
  readonly version: string;
  readonly book: ToolBook;
  /** Whether a connection is there to ask for what it waits for. */
  readonly isLive: (connection: string) => boolean;
};

export type Era = "2025" | "2026";

/** How many tools one answer lists. */
const PAGE = 500;

const INSTRUCTIONS =
  "These tools run through Capstan. A person may be asked before a call runs. If a call says that it waits for approval, tell the person where to approve it, and make exactly the same call again afterwards.";

/** The protocol's own object for one client, or for one request of the newer era. */
export function createServer(parts: ServerParts, era: Era, view: View, seatOf: SeatOf): Server {
  const upstream = upstreamOf(parts.engine, view);
  const server = new Server(
    { name: "capstan", title: "Capstan", version: parts.version },
    {
      capabilities: { tools: { listChanged: true }, ...capabilitiesOf(upstream) },
      instructions: INSTRUCTIONS,
    },
  );
  const hears = upstream && hearing(server, era, upstream.server);
  const exchangeOf = (context: ServerContext) =>
    era === "2025" ? pushedExchange(server, context, hears?.logLevel()) : retriedExchange(context);
  server.setRequestHandler("tools/list", ({ params }) => listTools(parts, view, params?.cursor));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const { name, arguments: given = {} } = params;
    const seat = seatOf(server, context);
    const call = ({ tool }: NamedTool, inputs: JsonObject) => {
      const exchange = exchangeOf(context);
      return callTool({ ...parts, era, seat, exchange }, tool, inputs);
    };
    const result = await answer(parts, view, name, given as JsonObject, call);
    return result as CallToolResult;
  });
  if (!upstream) return server;
  const make: Make = async (context, { tool }, inputs) => {
    const exchange = exchangeOf(context);
    const seat = seatOf(server, context);
    return { made: await makeCall({ ...parts, era, seat, exchange }, tool, inputs), exchange };
  };
  passOn(server, { era, upstream, make });
  if (hears && upstream.calls.has("read_resource") && upstream.server.offers().subscribe) {
    passWatching(server, upstream, hears, make);
  }
  return server;
}

/** What a client of the older era hears of a server for as long as it is connected. */
function hearing(server: Server, era: Era, upstream: McpServer) {
  if (era !== "2025") return undefined;
  let level: string | undefined;
  const watching = watchFor(server, upstream);
  server.onclose = watching.end;
  if (upstream.offers().logging) {
    server.setRequestHandler("logging/setLevel", async ({ params }) => {
      level = params.level;
      await upstream.setLogLevel(params.level).catch(() => {});
      return {};
    });
  }
  return { ...watching, logLevel: () => level };
}

/** Who may not read a resource does not hear of it either: it is read first, through the gate. */
function passWatching(
  server: Server,
  { calls }: Upstream,
  { watch, unwatch }: { watch(uri: string): Promise<void>; unwatch(uri: string): void },
  make: Make,
): void {
  server.setRequestHandler("resources/subscribe", async ({ params: { uri } }, context) => {
    const tool = calls.get("read_resource");
    if (!tool) throw invalid("It is not shown here.");
    const { made } = await make(context, tool, { uri });
    if (made.type !== "outcome" || made.outcome.state !== "completed") {
      throw invalid("Only resources that may be read can be watched.");
    }
    await watch(uri);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", async ({ params: { uri } }) => {
    unwatch(uri);
    return {};
  });
}

export type SeatOf = (server: Server, context: ServerContext) => Seat;

async function listTools(
  { engine, book }: ServerParts,
  view: View,
  cursor: string | undefined,
): Promise<ListToolsResult> {
  if (view.mode === "search") return { tools: [...SEARCH_MODE] };
  const shown = await book.list(view);
  // By the name of the last one: tools that come or go meanwhile do not shift the others.
  const last = cursor === undefined ? "" : readCursor(cursor);
  const from = shown.filter(({ name }) => name > last);
  const page = from.slice(0, PAGE);
  const next = from.length > PAGE ? page.at(-1) : undefined;
  return {
    tools: page.map((it) =>
      describeTool(it, engine.gate.catalog.getCapability(it.tool.capabilityId)?.name),
    ),
    ...(next && { nextCursor: Buffer.from(next.name).toString("base64url") }),
  };
}

function readCursor(cursor: string): string {
  const name = Buffer.from(cursor, "base64url").toString();
  if (name !== "" && Buffer.from(name).toString("base64url") === cursor) return name;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "This cursor is not one of this server's.",
  );
}

async function answer(
  { engine, book }: ServerParts,
  view: View,
  name: string,
  inputs: JsonObject,
  call: (tool: NamedTool, inputs: JsonObject) => Promise<CallResult>,
): Promise<CallResult> {
  if (view.mode !== "search") return call(await requireTool(book, view, name), inputs);
  if (name === SEARCH_TOOLS) {
    const { query, limit } = inputs;
    if (typeof query !== "string" || query === "") throw invalid('"query" must be a text.');
    const wanted = { query, limit: typeof limit === "number" ? limit : undefined };
    const tools = searchTools(engine, await book.list(view), wanted);
    return { content: [{ type: "text", text: JSON.stringify({ tools }) }] };
  }
  if (name !== CALL_TOOL) throw unknownTool(name);
  const { name: wanted, arguments: given = {} } = inputs;
  if (typeof wanted !== "string" || !isJsonObject(given)) {
    throw invalid('"name" must be the name of a tool, and "arguments" an object.');
  }
  return call(await requireTool(book, view, wanted), given);
}

async function requireTool(book: ToolBook, view: View, name: string): Promise<NamedTool> {
  const found = await book.find(view, name);
  if (found) return found;
  throw unknownTool(name);
}

function unknownTool(name: string): ProtocolError {
  return invalid(`Unknown tool: ${JSON.stringify(name.slice(0, 100))}`);
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
