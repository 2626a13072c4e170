import { after } from "../../../base/deadlines.ts";
import { isJsonObject, type JsonValue } from "../../../base/json.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { Gateway, GatewayCaller, GatewayRequest } from "../../../http/gateway.ts";
import { shownClient } from "./clients.ts";
import { endWithToken } from "./end-with-token.ts";
import { rpcError } from "./rpc-error.ts";
import { createToolBook } from "./tool-book.ts";
import { readView, type View } from "./view.ts";

type Options = { readonly engine: Engine; readonly version: string };

/** Changes of the catalog come by the dozen when a server starts. */
const TELL_AFTER_MS = 200;
const EXPIRE_MS = 60_000;

/** The library takes a while to load: not before the first client is there. */
async function load({ engine, version }: Options) {
  const [{ isJsonContentType, isLegacyRequest }, { createSessions }, stateless] = await Promise.all(
    [
      import("@modelcontextprotocol/server"),
      import("./sessions.ts"),
      import("./stateless-clients.ts"),
    ],
  );
  const book = createToolBook(engine);
  const parts = {
    engine,
    version,
    book,
    isLive: (connection: string) => sessions.isLive(connection),
  };
  const sessions = createSessions(parts);
  const clients = stateless.createStatelessClients(parts);
  return { isJsonContentType, isLegacyRequest, sessions, clients };
}

/** The catalog for everyone who speaks MCP, in both of its eras, through the one gate. */
export function createGateway(options: Options): Gateway {
  const { engine } = options;
  let loading: ReturnType<typeof load> | undefined;
  let isLoaded: Awaited<ReturnType<typeof load>> | undefined;
  let callOffTelling: (() => void) | undefined;
  let callOffExpiring = () => {};

  async function loaded() {
    loading ??= load(options).then((parts) => {
      isLoaded = parts;
      expireLater();
      return parts;
    });
    return loading;
  }

  engine.gate.catalog.onChange(() => {
    if (!isLoaded) return;
    callOffTelling ??= after(TELL_AFTER_MS, () => {
      callOffTelling = undefined;
      isLoaded?.sessions.toolsChanged();
      isLoaded?.clients.toolsChanged();
    });
  });

  function expireLater(): void {
    callOffExpiring = after(EXPIRE_MS, () => {
      isLoaded?.sessions.expire();
      expireLater();
    });
  }

  async function handle(exchange: GatewayRequest): Promise<Response> {
    const { request, body, caller, isStillAllowed } = exchange;
    const { isJsonContentType, isLegacyRequest, sessions, clients } = await loaded();
    if (request.method === "POST" && !isJsonContentType(request.headers.get("content-type"))) {
      return rpcError(415, "Unsupported Media Type: Content-Type must be application/json.");
    }
    if (request.method === "POST" && body === undefined) {
      return rpcError(400, "Parse error: there is no body.", { code: -32_700 });
    }
    const url = new URL(request.url);
    const view = readView(url.searchParams);
    const arrived = { caller: reduced(caller, view), view, origin: url.origin };
    const isLegacy = request.method !== "POST" || (await isLegacyRequest(request, body));
    const response = await (isLegacy ? sessions : clients).handle(request, body, arrived);
    return onlyListens(request, body) ? endWithToken(response, isStillAllowed) : response;
  }

  function reduced(caller: GatewayCaller, { scopes }: View): GatewayCaller {
    if (scopes === undefined) return caller;
    return { ...caller, scopes: caller.scopes.filter((scope) => scope === scopes) };
  }

  /** Streams that stay open until somebody ends them. */
  function onlyListens({ method }: Request, body: JsonValue | undefined): boolean {
    return method === "GET" || (isJsonObject(body) && body.method === "subscriptions/listen");
  }

  return {
    handle,
    clients: () =>
      [...(isLoaded?.sessions.clients() ?? []), ...(isLoaded?.clients.clients() ?? [])]
        .toSorted((one, other) => other.lastSeen - one.lastSeen)
        .map((client) => shownClient(engine.gate, client)),
    async close() {
      callOffTelling?.();
      callOffExpiring();
      await Promise.all([isLoaded?.sessions.close(), isLoaded?.clients.close()]);
    },
  };
}
