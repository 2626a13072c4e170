import type { Source } from "../../gate/catalog/source.ts";
import type { Trust } from "../../schema/capability.ts";
import { type McpServerConfig, mcpSourceOf } from "../../schema/mcp-server.ts";
import { describeServer } from "./describe-server.ts";
import type { McpServer } from "./mcp-client.ts";

type Options = {
  readonly server: McpServer;
  readonly config: McpServerConfig;
  readonly trust: Trust;
};

/** One MCP server. Its last listing is kept, so that its tools are out of reach and not gone. */
export function createMcpSource({ server, config, trust }: Options): Source {
  let notes: readonly string[] = [];
  return {
    id: mcpSourceOf(server.id),
    kind: "mcp",
    keepsListing: true,
    start(onChange) {
      server.onChange(onChange);
    },
    async list(signal) {
      const listing = await server.list(signal);
      const described = describeServer({ id: server.id, digest: server.digest }, listing, {
        config,
        trust,
      });
      notes = described.notes;
      return [described.capability];
    },
    state() {
      const now = server.state();
      if (now.state !== "ready" || notes.length === 0) return now;
      return { state: "degraded", error: notes.join(" ") };
    },
    close: () => server.close(),
  };
}
