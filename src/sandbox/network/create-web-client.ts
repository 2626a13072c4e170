import type { HostAddresses, WebClient } from "../web-client.ts";
import { createAllowList } from "./allow-list.ts";
import { parseUrl } from "./parse-url.ts";
import { type Lookup, resolveHost } from "./resolve-host.ts";
import { systemLookup } from "./system-lookup.ts";

export type WebClientOptions = {
  /** `host` or `host:port`, as in the setting web_fetch.allow_hosts: reached though private. */
  readonly allowHosts: readonly string[];
  readonly lookup?: Lookup;
};

/** Proxy variables are not read: a proxy would resolve names again, behind the check (A81). */
export function createWebClient({
  allowHosts,
  lookup,
}: WebClientOptions): WebClient & HostAddresses {
  const reach = { allows: createAllowList(allowHosts), lookup: lookup ?? systemLookup };
  return {
    async request(request) {
      // undici takes 140 ms to load: only who fetches something pays for it, and before any timer.
      const { exchange } = await import("./exchange.ts");
      return exchange(request, reach);
    },
    async addressesOf(url, signal) {
      const addresses = await resolveHost(parseUrl(url), reach, signal);
      return addresses.map(({ address }) => address);
    },
  };
}
