import { isIP } from "node:net";
import { CapstanError } from "../../base/errors.ts";
import type { AllowList } from "./allow-list.ts";
import { explainFailure } from "./explain-failure.ts";
import { hostOf, portOf } from "./host-and-port.ts";
import { isPublicAddress } from "./is-public-address.ts";
import { orAborted } from "./or-aborted.ts";

export type Address = { readonly address: string; readonly family: number };
export type Lookup = (host: string) => Promise<readonly Address[]>;

/** What decides where a request may go. */
export type Reach = { readonly allows: AllowList; readonly lookup: Lookup };

/**
 * The addresses to connect to, all of them checked: one bad one refuses the host (A74). Nobody
 * resolves again after this, so the answer cannot change between check and use (A73).
 */
export async function resolveHost(
  url: URL,
  { allows, lookup }: Reach,
  signal: AbortSignal,
): Promise<readonly Address[]> {
  const addresses = await addressesOf(url, lookup, signal);
  if (allows(url) || addresses.every(({ address }) => isPublicAddress(address))) return addresses;
  const place = `${hostOf(url)}:${portOf(url)}`;
  throw new CapstanError(
    "HOST_REFUSED",
    `"${hostOf(url)}" is private: it has a private, loopback, link-local or reserved address. If it may be reached, add "${place}" to the setting web_fetch.allow_hosts.`,
    { details: { host: hostOf(url) } },
  );
}

async function addressesOf(
  url: URL,
  lookup: Lookup,
  signal: AbortSignal,
): Promise<readonly Address[]> {
  // A literal never reaches a connection's lookup: without this it would never be checked (A72).
  const literal = hostOf(url).replace(/^\[|\]$/g, "");
  if (isIP(literal)) return [{ address: literal, family: isIP(literal) }];
  const found = await orAborted(lookup(url.hostname), signal).catch((error) => {
    throw signal.aborted ? signal.reason : explainFailure(error, url);
  });
  if (found.length > 0) return found;
  throw new CapstanError("WEB_FAILED", `The name "${hostOf(url)}" has no address.`);
}
