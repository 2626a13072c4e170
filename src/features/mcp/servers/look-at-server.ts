import { digest } from "../../../base/digest.ts";
import { type ClientSettings, createMcpServer, mcpTrust } from "../client/create-mcp-server.ts";
import { statusOf } from "../client/why-unusable.ts";
import { describeServer } from "../describe-server.ts";
import type { SeenServer } from "../mcp-admin.ts";

/** Connects once to a server over HTTP, lists its tools and lets go of it. */
export async function lookAtServer(
  client: ClientSettings,
  { id, url }: { readonly id: string; readonly url: string },
  signal: AbortSignal,
): Promise<SeenServer> {
  const configured = { id, config: { url }, package: null, start: null };
  const server = createMcpServer(configured, { ...client, signIns: undefined });
  try {
    const listing = await server.list(signal);
    const rules = { config: configured.config, trust: mcpTrust(configured) };
    const listed = digest(listing.tools.map((tool) => tool.digest));
    return { state: "listed", ...describeServer(server, listing, rules), digest: listed };
  } catch (error) {
    if (error instanceof Error && statusOf(error.cause) === 401) return { state: "signs_in" };
    throw error;
  } finally {
    await server.close();
  }
}
