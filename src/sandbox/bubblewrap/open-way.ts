import type { HostProxy } from "../host-proxy.ts";
import { type Mount, type Network, SOCKET_PORT as PORT } from "../sandbox.ts";

const NODE = "/run/capstan/node";
const FORWARDER = "/run/capstan/forward.mjs";
const SOCKET = "/run/capstan/proxy.sock";

/** What leads from a box to the hosts that it was given. */
export type Way = {
  readonly mounts: readonly Mount[];
  readonly env: Readonly<Record<string, string>>;
  /** What the program is run by. */
  readonly argv: readonly string[];
  close(): Promise<void>;
};

/** Nothing for a box without hosts: then not even a name is resolved. */
export async function openWay(
  network: Network,
  { proxy, node, forwarder }: { proxy: HostProxy; node: string; forwarder: string },
): Promise<Way | undefined> {
  if (typeof network === "string") return undefined;
  if ("hosts" in network && network.hosts.length === 0) return undefined;
  const { socket, close } = "socket" in network ? asIs(network) : await proxy.open(network.hosts);
  return {
    mounts: [
      { source: node, target: NODE, mode: "ro" },
      { source: forwarder, target: FORWARDER, mode: "ro" },
      { source: socket, target: SOCKET, mode: "ro" },
    ],
    // A socket of the caller speaks for itself, and not as a proxy.
    env: "socket" in network ? {} : PROXY_VARIABLES,
    argv: [NODE, FORWARDER, SOCKET, String(PORT)],
    close,
  };
}

/** The caller of the box ends its own socket. */
function asIs({ socket }: { readonly socket: string }) {
  return { socket, close: async () => {} };
}

/** Each program reads another spelling. */
const PROXY_VARIABLES = {
  ...Object.fromEntries(
    ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY", "all_proxy"].map(
      (name) => [name, `http://127.0.0.1:${PORT}`],
    ),
  ),
  NODE_USE_ENV_PROXY: "1",
};
