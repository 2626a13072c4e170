import type { Hono } from "hono";
import * as z from "zod";
import { CapstanError } from "../../base/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import { listDrift } from "../../gate/catalog/drift.ts";
import { type Endpoint, route } from "../../http/route.ts";
import { DriftView, listOf } from "../../http/views.ts";
import { Trust } from "../../schema/capability.ts";
import { McpPackage } from "../../schema/mcp-server.ts";
import { Page } from "../../schema/page.ts";
import { trustedFolders } from "../packs/found-packs.ts";
import { CLIENT_METADATA_PATH, MCP, type McpAdmin, SIGN_IN_PATH } from "./mcp-admin.ts";

export const McpServerView = z.object({
  id: z.string(),
  state: z.enum(["starting", "ready", "degraded", "failed"]),
  error: z.string().nullable(),
  /** How many of its tools are listed. */
  tools: z.int(),
  trust: Trust,
  from: z.enum(["settings", "added"]),
  command: z.string().optional(),
  args: z.array(z.string()).readonly().optional(),
  url: z.string().optional(),
  package: McpPackage.nullable(),
  /** Absolute arguments that it cannot see until its access has them. */
  unseen: z.array(z.string()).readonly(),
  log: z.string(),
  /** Whether somebody has signed in at it, or has to before it answers. */
  signIn: z.enum(["none", "needed", "signed_in"]),
  /** Its packages wait for an approval, which lists them. */
  asks: z
    .object({
      approvalIds: z.array(z.string()).readonly(),
      packages: z.array(z.string()).readonly(),
    })
    .optional(),
  /** Tools that are not what they were, with what they said before. */
  changed: z.array(DriftView).readonly(),
});

async function withDrift({ gate }: Engine, reports: ReturnType<McpAdmin["list"]>) {
  const drift = await listDrift(gate, (id) => id.startsWith("mcp:"));
  return reports.map((it) => ({
    ...it,
    changed: drift.filter(({ toolId }) => toolId.startsWith(`mcp:${it.id}:`)),
  }));
}

async function one(engine: Engine, report: ReturnType<McpAdmin["report"]>) {
  const [shown] = await withDrift(engine, [report]);
  return { changed: [], ...report, ...shown };
}

const ServerPath = z.object({ id: z.string() });

/** As in `mcpServers`, with its key as `id`; read as a whole where a file is read as well. */
const ServerBody = z.object({ id: z.string() }).catchall(z.json());

export const FoundMcpServerView = z.object({
  id: z.string(),
  /** The trusted project whose `.mcp.json` asks for it. */
  project: z.string(),
  command: z.string().optional(),
  args: z.array(z.string()).readonly().optional(),
  url: z.string().optional(),
  digest: z.string(),
  isAdded: z.boolean(),
  problem: z.string().nullable(),
});

/** A browser comes without a key: what it brings back is the state that only its own sign-in knows. */
export const mcpSignInEndpoints: readonly Endpoint[] = [
  {
    id: "finishMcpSignIn",
    method: "GET",
    path: SIGN_IN_PATH,
    summary: "Where a browser comes back to from signing in at a remote MCP server.",
    answerType: "text/plain",
  },
  {
    id: "getMcpClientMetadata",
    method: "GET",
    path: CLIENT_METADATA_PATH,
    summary: "Who this server is to the authorization servers of remote MCP servers.",
    answer: z.record(z.string(), z.json()),
  },
];

const MAX_GIVEN = 4_096;

export function mcpSignInRoutes(app: Hono, { engine }: { readonly engine: Engine }): void {
  app.get(SIGN_IN_PATH, async (c) => {
    const query = new URL(c.req.url).searchParams;
    const given = (name: string) => query.get(name)?.slice(0, MAX_GIVEN);
    const { id } = await engine.of(MCP).signedIn({
      state: given("state") ?? "",
      code: given("code"),
      iss: given("iss"),
      error: given("error"),
    });
    return c.text(`You are signed in at "${id}". You may close this page.`, 200, {
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
  });
}

/** It names nothing but where this server is: whoever reads it has found that already. */
export function mcpClientMetadataRoute(app: Hono, { engine }: { readonly engine: Engine }): void {
  app.get(CLIENT_METADATA_PATH, () => {
    const metadata = engine.of(MCP).clientMetadata();
    if (metadata) return Response.json(metadata, { headers: { "cache-control": "max-age=300" } });
    const message = "This server cannot be reached from elsewhere: it has no public_url.";
    throw new CapstanError("ROUTE_NOT_FOUND", message);
  });
}

/** Adding a program that runs here, or a place that calls go to, is the admin's. */
export const mcpServersRoutes = [
  route({
    id: "listMcpServers",
    method: "GET",
    path: "/v1/mcp-servers",
    summary: "The MCP servers, and how they are.",
    scope: "invoke",
    query: Page,
    answer: listOf(McpServerView),
    async handle({ engine, query: { limit, offset } }) {
      const all = engine.of(MCP).list();
      const items = await withDrift(engine, all.slice(offset, offset + limit));
      return { items, total: all.length };
    },
  }),
  route({
    id: "getMcpServer",
    method: "GET",
    path: "/v1/mcp-servers/:id",
    summary: "One MCP server, with the end of its log.",
    scope: "invoke",
    params: ServerPath,
    answer: McpServerView,
    handle: ({ engine, params: { id } }) => one(engine, engine.of(MCP).report(id)),
  }),
  route({
    id: "addMcpServer",
    method: "POST",
    path: "/v1/mcp-servers",
    summary: "Add an MCP server, in the common form of mcpServers.",
    scope: "admin",
    body: ServerBody,
    example: { id: "files", command: "npx", args: ["-y", "@example/server-files@1.2.3"] },
    status: 201,
    answer: McpServerView,
    handle: async ({ engine, body: { id, ...config }, actor }) =>
      one(engine, await engine.of(MCP).add(id, config, actor)),
  }),
  route({
    id: "listFoundMcpServers",
    method: "GET",
    path: "/v1/found-mcp-servers",
    summary: "What the .mcp.json of trusted projects ask for. None of it is started.",
    // It says what lies on the server's machine.
    scope: "approve",
    query: Page,
    answer: listOf(FoundMcpServerView),
    async handle({ engine, query: { limit, offset } }) {
      const all = engine.of(MCP).found(await trustedFolders(engine));
      return { items: all.slice(offset, offset + limit), total: all.length };
    },
  }),
  route({
    id: "addFoundMcpServer",
    method: "POST",
    path: "/v1/found-mcp-servers",
    summary: "Add a server that a trusted project asks for, as it was shown.",
    scope: "admin",
    body: z.strictObject({
      id: z.string().max(64),
      project: z.string().min(1).max(4_096),
      digest: z.string().max(100),
    }),
    example: { id: "files", project: "/home/me/projects/shop", digest: "9f86d081" },
    status: 201,
    answer: McpServerView,
    async handle({ engine, body, actor }) {
      if (!(await trustedFolders(engine)).includes(body.project)) {
        const message = `${body.project} is not a trusted project.`;
        throw new CapstanError("REQUEST_INVALID", message, { details: { field: "project" } });
      }
      return one(engine, await engine.of(MCP).addFound(body, actor));
    },
  }),
  route({
    id: "removeMcpServer",
    method: "DELETE",
    path: "/v1/mcp-servers/:id",
    summary: "Remove an MCP server that was added.",
    scope: "admin",
    params: ServerPath,
    answer: z.object({ id: z.string(), removed: z.boolean() }),
    async handle({ engine, params: { id }, actor }) {
      await engine.of(MCP).remove(id, actor);
      return { id, removed: true };
    },
  }),
  route({
    id: "signInToMcpServer",
    method: "POST",
    path: "/v1/mcp-servers/:id/sign-in",
    summary: "A link for a person to sign in at a remote MCP server.",
    scope: "admin",
    params: ServerPath,
    answer: z.object({ id: z.string(), url: z.string() }),
    async handle({ engine, params: { id }, headers }) {
      const origin = `http://${headers.get("host") ?? "127.0.0.1"}`;
      return { id, url: await engine.of(MCP).signIn(id, origin) };
    },
  }),
  route({
    id: "refreshMcpServer",
    method: "POST",
    path: "/v1/mcp-servers/:id/refresh",
    summary: "Connect to an MCP server anew, and list its tools again.",
    scope: "admin",
    params: ServerPath,
    answer: McpServerView,
    handle: async ({ engine, params: { id }, actor }) =>
      one(engine, await engine.of(MCP).refresh(id, actor)),
  }),
];
