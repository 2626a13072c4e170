import type { Listing, Page } from "../../schema/page.ts";
import type { Principal } from "../../schema/principal.ts";

export interface PrincipalReader {
  get(id: string): Promise<Principal | undefined>;
  /** Newest first. */
  list(page: Page & { search?: string | undefined }): Promise<Listing<Principal>>;
  /** All that were made or changed since then: what a cache of names has to read again. */
  changedSince(time: string): Promise<readonly Principal[]>;
  /** Those that the upgrade made for living tokens whose name was another's as well. */
  listSplit(): Promise<readonly { id: string; name: string; from: string }[]>;
}
