import { CapstanError } from "../../../base/errors.ts";
import type { JsonValue } from "../../../base/json.ts";
import { McpServerConfig, McpServerId } from "../../../schema/mcp-server.ts";

/** A server as somebody wrote it, or what is wrong with it. */
export function parseServer(id: string, config: JsonValue): McpServerConfig {
  if (!McpServerId.safeParse(id).success) {
    const message = `"${id}" is not the id of a server: use letters, digits, _ . and -, 64 at most.`;
    throw new CapstanError("MCP_SERVER_INVALID", message, { details: { field: "id" } });
  }
  const { success, data, error } = McpServerConfig.safeParse(config);
  if (!success) {
    const [issue] = error.issues;
    const field = issue?.path.join(".") ?? "";
    const message = `The MCP server "${id}"${field && ` has a wrong "${field}": it`} ${issue?.message}.`;
    throw new CapstanError("MCP_SERVER_INVALID", message, { details: { field } });
  }
  return data;
}
