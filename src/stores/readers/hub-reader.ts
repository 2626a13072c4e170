import type { HubInstall, PinnedKey, StoredHub } from "../../schema/hub-trust.ts";

/** Whom this installation trusts, what it last saw of each hub, and what it took from them. */
export interface HubReader {
  /** By address. */
  hubs(): Promise<readonly StoredHub[]>;
  /** By publisher. */
  keys(): Promise<readonly PinnedKey[]>;
  /** By id. */
  installs(): Promise<readonly HubInstall[]>;
}
