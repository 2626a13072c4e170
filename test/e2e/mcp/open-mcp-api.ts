import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import type { McpServer } from "../../../src/http/client/wire.ts";
import { openApi } from "../../open-api.ts";

const RIG = fileURLToPath(new URL("../../../rig/node_modules/", import.meta.url));
const FIXTURES = fileURLToPath(new URL("fixtures/", import.meta.url));

/** The script of a real server of the rig. */
export const SERVERS = {
  everything: `${RIG}@modelcontextprotocol/server-everything/dist/index.js`,
  filesystem: `${RIG}@modelcontextprotocol/server-filesystem/dist/index.js`,
  memory: `${RIG}@modelcontextprotocol/server-memory/dist/index.js`,
  thinking: `${RIG}@modelcontextprotocol/server-sequential-thinking/dist/index.js`,
};

/** A server of ours that does something that no server should. */
export const fixture = (name: string) => `${FIXTURES}${name}`;

/** A Capstan to which MCP servers are added over the API. */
export async function openMcpApi(options: Parameters<typeof openApi>[0] = {}) {
  const api = withServers(await openApi({ profile: "auto", ...options }));
  onTestFinished(() => api.close());
  return api;
}

export function withServers<T extends Awaited<ReturnType<typeof openApi>>>(api: T) {
  /** As it is written in `mcpServers`. */
  async function addEntry(id: string, entry: Record<string, unknown>) {
    const answer = await api.post<McpServer>("/v1/mcp-servers", { id, ...entry }, { as: "admin" });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  }
  async function add(id: string, script: string, more: Record<string, unknown> = {}) {
    const { args = [], ...rest } = more as { args?: string[] };
    return addEntry(id, { command: "node", args: [script, ...args], ...rest });
  }
  const state = async (id: string) =>
    (await api.get<McpServer>(`/v1/mcp-servers/${id}`, { as: "admin" })).body;
  return { ...api, add, addEntry, state };
}

export type McpApi = Awaited<ReturnType<typeof openMcpApi>>;
