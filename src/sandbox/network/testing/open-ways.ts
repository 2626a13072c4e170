import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HostProxy } from "../../host-proxy.ts";
import { createAllowList } from "../allow-list.ts";
import { serveWay } from "../proxy/serve-way.ts";
import type { Lookup } from "../resolve-host.ts";

/** The proxy in this process, with names of its own. */
export function openWays(options: {
  readonly allowHosts: readonly string[];
  readonly lookup: Lookup;
}): HostProxy {
  const { allowHosts, lookup } = options;
  return {
    async open(hosts) {
      const folder = await mkdtemp(join(tmpdir(), "capstan-proxy-"));
      const reach = { allows: createAllowList(allowHosts), lookup };
      const { server, close } = serveWay(createAllowList(hosts), reach);
      await once(server.listen(join(folder, "socket")), "listening");
      return {
        folder,
        async close() {
          await close();
          await rm(folder, { recursive: true, force: true });
        },
      };
    },
  };
}
