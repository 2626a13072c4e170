import type { HostProxy } from "../host-proxy.ts";
import { type Mount, type Network, SOCKET_PORT as PORT } from "../sandbox.ts";

const NODE = "/run/capstan/node";
const FORWARDER = "/run/capstan/forward.mjs";
/** A folder, not the socket in it: a proxy that is started again makes another one there. */
const PROXY = "/run/capstan/proxy";

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
  const { way, env, close } =
    "socket" in network ? asIs(network) : await toHosts(proxy, network.hosts);
  return {
    mounts: [
      { source: node, target: NODE, mode: "ro" },
      { source: forwarder, target: FORWARDER, mode: "ro" },
      way,
    ],
    env,
    argv: [NODE, FORWARDER, `${PROXY}/socket`, String(PORT)],
    close,
  };
}

type Reached = Pick<Way, "env" | "close"> & { readonly way: Mount };

/** A socket of the caller, which ends it: it speaks for itself, and not as a proxy. */
function asIs({ socket }: { readonly socket: string }): Reached {
  const way: Mount = { source: socket, target: `${PROXY}/socket`, mode: "ro" };
  return { way, env: {}, close: async () => {} };
}

async function toHosts(proxy: HostProxy, hosts: readonly string[]): Promise<Reached> {
  const { folder, close } = await proxy.open(hosts);
  return { way: { source: folder, target: PROXY, mode: "ro" }, env: PROXY_VARIABLES, close };
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
