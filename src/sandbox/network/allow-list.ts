import { isIPv6 } from "node:net";
import { CapstanError } from "../../base/errors.ts";
import { hostOf, portOf } from "./host-and-port.ts";

export type AllowList = (url: URL) => boolean;

const HOST_AND_PORT = /^(\[[^\]]+\]|[^:/?#@\\*\s[\]]+)(?::(\d{1,5}))?$/;
const MAX_PORT = 65_535;

/** Whole hosts only: `allowed.com` covers neither `allowed.com.evil.io` nor `evil-allowed.com`. */
export function createAllowList(entries: readonly string[]): AllowList {
  const allowed = new Set(entries.map(normalised));
  return (url) => allowed.has(hostOf(url)) || allowed.has(`${hostOf(url)}:${portOf(url)}`);
}

function normalised(entry: string): string {
  const [, host, port] = HOST_AND_PORT.exec(isIPv6(entry) ? `[${entry}]` : entry) ?? [];
  const url = host && URL.parse(`http://${host}`);
  if (!url || Number(port ?? 1) > MAX_PORT || Number(port ?? 1) < 1) throw invalid(entry);
  return port ? `${hostOf(url)}:${Number(port)}` : hostOf(url);
}

function invalid(entry: string): CapstanError {
  return new CapstanError(
    "SETTINGS_INVALID",
    `web_fetch.allow_hosts: "${entry}" is neither a host nor host:port. Name one host each, without scheme, path or wildcard.`,
    { details: { field: "web_fetch.allow_hosts" } },
  );
}
