import type { FeatureKey } from "../../../engine/feature-key.ts";
import type { ReadBundle } from "../../bundles/read-bundle.ts";
import type {
  HubClient,
  HubProgress,
  HubPublisher,
  HubSigner,
  HubSource,
  ReadHub,
} from "../hub.ts";
import type { WithdrawnBundles } from "../withdrawn.ts";
import type { Prepared } from "./prepare-install.ts";

export const HUB: FeatureKey<HubParts> = { name: "hub" };

/** One thing that goes on, for who waits for it. */
export type HubStep = Parameters<HubProgress>[0] & { readonly what: string };

/** What the hub needs of this installation. */
export type HubParts = {
  readonly withdrawn: WithdrawnBundles;
  readonly client: HubClient;
  readonly publisher: HubPublisher;
  /** As the settings have them. */
  readonly sources: readonly HubSource[];
  /** The fingerprint of each publisher's key that the embedding program trusts. */
  readonly trusted: ReadonlyMap<string, string>;
  readonly fingerprint: (key: string) => string;
  /**
   * The signing key of `hub:<name>` or `publisher:<name>`: from the environment, or a file of the home,
   * which is made where there is none. Throws where there is no home.
   */
  readonly signer: (of: `hub:${string}` | `publisher:${string}`) => Promise<HubSigner>;
  /** The key that follows it: the same one until `keep` puts it in the place of the present one. */
  readonly nextSigner: (
    of: `hub:${string}` | `publisher:${string}`,
  ) => Promise<{ readonly signer: HubSigner; keep(): void }>;
  /** A bundle that was taken in, from the store. */
  readonly stored: (digest: string) => Promise<ReadBundle>;
  /** An archive of this machine, up to the size that a bundle may have. */
  readonly readFile: (path: string) => Promise<Uint8Array>;
  /** Where the digests of what is installed are written down; null without a home. */
  readonly lock: { readonly path: string; read(): unknown; write(lock: unknown): void } | null;
  /** The folder that this server shows under `/.well-known/agent-skills/`; null for none. */
  readonly served: { readonly folder: string; readonly isPublic: boolean } | null;
  /** Writes the workflow that publishes on merge; answers its path, or null where there is one. */
  readonly writeWorkflow: (folder: string) => string | null;
  /** Hubs as this process has read them last, by address. */
  readonly known: Map<string, ReadHub>;
  /** What was fetched and shown, and may be installed soon; by its digest. */
  readonly prepared: Map<string, Prepared>;
  /** What goes on now. */
  readonly steps: Set<HubStep>;
};
