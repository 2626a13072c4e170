import { keep } from "../../engine/feature-key.ts";
import type { Feature } from "../feature.ts";
import { MCP } from "./mcp-admin.ts";
import { createMcpExecutor } from "./mcp-executor.ts";
import type { OpenMcp } from "./servers/open-mcp.ts";

export function createMcpFeature(servers: OpenMcp): Feature {
  return {
    name: "mcp",
    executors: { mcp: createMcpExecutor({ servers }) },
    keeps: [keep(MCP, servers)],
    sync: (catalog) => servers.sync(catalog),
  };
}
