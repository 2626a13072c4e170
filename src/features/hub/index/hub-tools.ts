import type { Clock } from "../../../base/clock.ts";
import type { HostAddresses, WebClient } from "../../../sandbox/web-client.ts";
import type { HubAction } from "../../../schema/hub.ts";
import type { ReadBundle } from "../../bundles/read-bundle.ts";
import type { RegistryOptions } from "../../programs/packages/registry.ts";
import type { DescribedBundle } from "../hub.ts";

/** What was published, or is about to be, under one name. */
export type HubRelease = { readonly version: string; readonly actions: readonly HubAction[] };

/** What the hub needs of others: it knows none of them. */
export type HubTools = {
  readonly clock: Clock;
  /** Reaches what the owner allowed, loopback included, and nothing else that is private. */
  readonly web: WebClient & HostAddresses;
  readonly readFolder: (path: string) => Promise<ReadBundle>;
  /** A zip or a tar.gz, told apart by its first bytes. */
  readonly readArchive: (bytes: Uint8Array) => Promise<ReadBundle>;
  readonly describe: (read: ReadBundle) => DescribedBundle;
  /** What it asks for and does not need, or does without asking for it. */
  readonly permissionProblems: (read: ReadBundle) => readonly string[];
  /** Whether a later release moved its version as far as its actions changed. */
  readonly compareVersions: (
    before: HubRelease,
    after: HubRelease,
  ) => { readonly changes: readonly string[]; readonly problem: string | null };
  /** The npm registry, and how it is reached. */
  readonly npm: RegistryOptions;
  /** The program; null where there is none. */
  readonly git: string | null;
  /** Takes a file for this process, and answers how to give it up; throws where another has it. */
  readonly lock: (path: string) => () => void;
  /** A folder for what git fetches; each fetch has its own in it, and removes it. */
  readonly scratch: string;
};
