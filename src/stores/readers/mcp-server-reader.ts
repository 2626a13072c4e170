import type { StoredMcpServer } from "../../schema/mcp-server.ts";

export interface McpServerReader {
  /** By id. */
  list(): Promise<readonly StoredMcpServer[]>;
}
