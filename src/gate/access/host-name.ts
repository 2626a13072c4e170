import { CapstanError } from "../../base/errors.ts";

const NAME =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** What a person typed, as a host that can be opened: `host` or `host:port`. */
export function hostNameOf(typed: string): string {
  const [name = "", port, ...more] = typed.toLowerCase().split(":");
  const isPort = port === undefined || (/^\d{1,5}$/.test(port) && Number(port) < 65_536);
  if (more.length === 0 && isPort && name.length < 254 && NAME.test(name))
    return typed.toLowerCase();
  const message = `"${typed.slice(0, 200)}" cannot be opened: write one host, as example.com or example.com:8080.`;
  throw new CapstanError("HOST_INVALID", message, { details: { field: "hosts" } });
}

/** A host that was opened without a port is open on every port. */
export function isOpenHost(open: readonly string[], host: string): boolean {
  return open.includes(host) || open.includes(host.replace(/:\d+$/, ""));
}

/** The hosts that a call wants and that were opened to it: nothing else is reached. */
export function openHosts(wanted: readonly string[], open: readonly string[]): string[] {
  return [...new Set(wanted)].filter((host) => isOpenHost(open, host));
}
