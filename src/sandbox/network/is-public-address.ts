import ipaddr from "ipaddr.js";

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Inside 2000::/3, and still not the public internet: special, documentation, 6to4. */
const NOT_PUBLIC_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].map((range) =>
  ipaddr.IPv6.parseCIDR(range),
);

/**
 * IPv6 is judged by what is allowed, not by what is known to be bad: mapped, compatible and NAT64
 * forms carry an IPv4 address inside, and ipaddr.js calls `::127.0.0.1` unicast (A71).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === "unicast";
  return parsed.match(GLOBAL_IPV6) && !NOT_PUBLIC_IPV6.some((range) => parsed.match(range));
}
