import { lookup } from "node:dns/promises";
import type { Address } from "./resolve-host.ts";

/** Every address of a name, as the system sees it. */
export async function systemLookup(host: string): Promise<readonly Address[]> {
  return lookup(host, { all: true });
}
