import type { Hono } from "hono";
import * as z from "zod";
import { CapstanError } from "../../base/errors.ts";
import { type Authenticate, requireScope } from "../../http/authenticate.ts";
import type { Gateway } from "../../http/gateway.ts";
import { readBody } from "../../http/read-body.ts";
import { type Endpoint, route } from "../../http/route.ts";
import { listOf } from "../../http/views.ts";
import { Page } from "../../schema/page.ts";
import { Person } from "../../schema/principal.ts";

type Options = {
  readonly authenticate: Authenticate;
  readonly gateway: Gateway;
  readonly maxBodyBytes: number;
  readonly report: (error: unknown) => void;
};

export const ConnectedClientView = z.object({
  /** Whose key it uses. */
  actor: Person,
  /** As it calls itself. */
  name: z.string(),
  version: z.string(),
  protocol: z.string(),
  since: z.string(),
  lastSeenAt: z.string(),
  calls: z.int(),
  /** Where what it did stands; null before its first call. */
  sessionId: z.string().nullable(),
});

const Message = z.record(z.string(), z.json());

const Empty = z.object({});

const Refusal = z.object({
  jsonrpc: z.literal("2.0"),
  error: z.object({ code: z.int(), message: z.string(), data: z.json().optional() }),
  id: z.union([z.string(), z.number(), z.null()]),
});

const REFUSED = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 429, 500, 503] as const;
const asJson = { answerType: "application/json" } as const;
const refused = { ...asJson, statuses: REFUSED, answer: Refusal } as const;
const said = { ...asJson, path: "/mcp", scope: "invoke", otherAnswers: [refused] } as const;

/** What they take and give, the Model Context Protocol says. */
export const mcpEndpoints: readonly Endpoint[] = [
  {
    ...said,
    id: "sendMcpMessage",
    method: "POST",
    summary: "Speak the Model Context Protocol: the catalog as an MCP server.",
    body: Message,
    example: { jsonrpc: "2.0", id: 1, method: "tools/list" },
    answer: Message,
    otherAnswers: [refused, { statuses: [200], answerType: "text/event-stream" }],
  },
  {
    ...said,
    id: "listenToMcp",
    method: "GET",
    summary: "What the server has to say in an MCP session.",
    answerType: "text/event-stream",
  },
  { ...said, id: "endMcpSession", method: "DELETE", summary: "End an MCP session.", answer: Empty },
];

export const mcpClientsRoutes = [
  route({
    id: "listMcpClients",
    method: "GET",
    path: "/v1/mcp-clients",
    summary: "Programs that are connected by MCP to this process, the last used first.",
    scope: "approve",
    query: Page,
    answer: listOf(ConnectedClientView),
    async handle({ gateway, query: { limit, offset } }) {
      const all = gateway.clients();
      return { items: all.slice(offset, offset + limit), total: all.length };
    },
  }),
];

/** Errors as its clients understand them: a status, and a JSON-RPC error as the body. */
export function mcpRoutes(app: Hono, options: Options): void {
  app.on(["POST", "GET", "DELETE"], "/mcp", async (c) => {
    const { authenticate, gateway, maxBodyBytes, report } = options;
    const request = c.req.raw;
    try {
      const caller = await authenticate(request.headers);
      requireScope(caller, "invoke");
      const body = request.method === "POST" ? await readBody(request, maxBodyBytes) : undefined;
      const isStillAllowed = () =>
        authenticate(request.headers).then(
          () => true,
          () => false,
        );
      return await gateway.handle({ request, body, caller, isStillAllowed });
    } catch (error) {
      const known = error instanceof CapstanError ? error : undefined;
      if (!known || known.status >= 500) report(error);
      return refusal(known ?? new CapstanError("INTERNAL", "Something went wrong inside Capstan."));
    }
  });
}

const RPC_CODES: ReadonlyMap<string, number> = new Map([
  ["JSON_INVALID", -32_700],
  ["REQUEST_INVALID", -32_602],
  ["INTERNAL", -32_603],
]);

function refusal({ code, message, status }: CapstanError): Response {
  const error = { code: RPC_CODES.get(code) ?? -32_000, message, data: { code } };
  return Response.json(
    { jsonrpc: "2.0", error, id: null },
    { status, ...(status === 401 && { headers: { "www-authenticate": "Bearer" } }) },
  );
}
