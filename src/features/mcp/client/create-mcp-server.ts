import { digest } from "../../../base/digest.ts";
import type { JsonObject } from "../../../base/json.ts";
import type { Trust } from "../../../schema/capability.ts";
import type { McpPackage, McpServerConfig } from "../../../schema/mcp-server.ts";
import type { McpAccess, McpServer } from "../mcp-client.ts";
import { createBoundedLog } from "./bounded-log.ts";
import { openMcpServer } from "./open-mcp-server.ts";
import { openTransport, type TransportSettings } from "./open-transport.ts";
import type { PackageStart } from "./plan-box.ts";

export type ConfiguredServer = {
  readonly id: string;
  readonly config: McpServerConfig;
  readonly package: McpPackage | null;
  /** Says how its package is started; null where its command runs what is there. */
  readonly start: (() => Promise<PackageStart>) | null;
};

export type ClientSettings = TransportSettings & {
  readonly version: string;
  readonly chance: () => number;
  /** What is open to a server in every session. */
  readonly accessOf: (id: string) => McpAccess;
  /** A server asked a model outside of any call. */
  readonly onRefused: (
    id: string,
    refusal: { readonly asked: string; readonly reason: string },
  ) => void;
};

const LOG_BYTES = 64_000;

/** A server as it is configured. Nothing is started until its tools are asked for. */
export function createMcpServer(server: ConfiguredServer, settings: ClientSettings): McpServer {
  const trust = mcpTrust(server);
  return openMcpServer({
    id: server.id,
    digest: configDigest(server),
    version: settings.version,
    chance: settings.chance,
    log: createBoundedLog(LOG_BYTES),
    maySample: server.config.capstan?.sampling === true,
    access: server.config.url === undefined ? () => settings.accessOf(server.id) : undefined,
    onRefused: (asked, reason) => settings.onRefused(server.id, { asked, reason }),
    open: (log, access) => openTransport(server, trust, settings, log, access),
  });
}

/** Code that was fetched, and what runs elsewhere, is remote; the owner's own programs are not (X13). */
export function mcpTrust({
  config,
  package: fetched,
}: Pick<ConfiguredServer, "config" | "package">): Trust {
  if (config.url === undefined) return fetched ? "remote" : "local-mcp";
  return isLoopback(config.url) ? "local-mcp" : "remote";
}

export function isLoopback(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? "";
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Its access is not part of this: that is judged with each call. Nor what is listed of its tools. */
function configDigest({ config, package: fetched }: ConfiguredServer): string {
  const { capstan, disabled: _, ...runs } = config;
  const { network, sampling } = capstan ?? {};
  return digest({
    ...runs,
    ...(sampling && { sampling }),
    network: network ?? null,
    package: fetched,
  } as JsonObject);
}
