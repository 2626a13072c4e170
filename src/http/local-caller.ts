import { BlockList, isIPv6 } from "node:net";
import type { Context } from "hono";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

const LOCAL_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;
const FORWARDED = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/** Whether a request comes from this machine itself, and not through a proxy that runs on it. */
export function isLocalCaller({ env, req }: Context): boolean {
  const { headers } = req.raw;
  if (FORWARDED.some((name) => headers.has(name))) return false;
  return LOCAL_HOST.test(headers.get("host") ?? "") && isLoopback(addressOf(env));
}

/** Of the connection; a request that came by none has no address. */
function addressOf(env: unknown): string {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
  return incoming?.socket?.remoteAddress ?? "";
}

function isLoopback(address: string): boolean {
  return address !== "" && LOOPBACK.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
