import type {
  ForeignEntry,
  HubAction,
  HubEntry,
  HubHead,
  HubIndex,
  HubKey,
  HubKind,
  HubVersion,
} from "../../schema/hub.ts";
import type { SideEffect } from "../../schema/side-effect.ts";
import type { ReadBundle } from "../bundles/read-bundle.ts";

/** Where a hub is: as the setting `hubs` has it. */
export type HubSource = {
  /** http, https, `file:` or the absolute path of a folder: what holds `.well-known/`. */
  readonly url: string;
  /**
   * The hub's key. Null: the key that the index has when it is first read counts from then on, so a
   * person should see its fingerprint; entries of an index that nobody signed are pinned by digest.
   */
  readonly key: HubKey | null;
};

/** What is kept of a hub between two looks at it. Plain data, for the store. */
export type KnownHub = {
  /** The settings that it was read under: with others, nothing of it counts. */
  readonly of: HubSource;
  /** The key that counts by now: the setting's, or one that follows it by rotation. */
  readonly key: HubKey | null;
  /** The highest that was seen; 0 for an unsigned one. */
  readonly serial: number;
  readonly etag: string | null;
  /** The text of the index, as it was verified. */
  readonly index: string;
};

/** A hub as it was read and verified. */
export type ReadHub = {
  readonly source: HubSource;
  /** False: one request, and nothing to do. */
  readonly changed: boolean;
  readonly known: KnownHub;
  /** Signed, verified; null for an unsigned one. */
  readonly index: HubIndex | null;
  /** Of an unsigned one. */
  readonly foreign: readonly ForeignEntry[];
};

/** Told now and then while something takes long. */
export type HubProgress = (step: {
  readonly says: string;
  readonly done: number;
  readonly total: number | null;
}) => void;

export type HubCall = {
  readonly signal: AbortSignal;
  readonly onProgress?: HubProgress;
  /** Told how much has come of what is fetched now. */
  readonly onBytes?: (bytes: number) => void;
};

/** A publisher's key, as an admin saw and accepted it. Plain data, for the store. */
export type PublisherPin = { readonly publisher: string; readonly key: HubKey };

/** One bundle, wherever it comes from: `install` and `publish` take any of these. */
export type BundleOrigin =
  | { readonly type: "folder"; readonly path: string }
  | { readonly type: "archive"; readonly bytes: Uint8Array }
  /** Without a digest whoever serves it decides what it is: the caller pins what came. */
  | { readonly type: "url"; readonly url: string; readonly digest?: string }
  /** `name`, `name@version`, `@scope/name@range`, or the path or URL of a tarball. */
  | { readonly type: "npm"; readonly spec: string }
  /** A whole commit id of 40 or 64 hex digits; `folder` inside the repository. */
  | {
      readonly type: "git";
      readonly repository: string;
      readonly commit: string;
      readonly folder?: string;
    };

/** A bundle that was fetched and checked: read, not kept, and nothing of it has run. */
export type FetchedBundle = {
  readonly read: ReadBundle;
  /** Where it came from, exactly: `npm:left-pad@1.3.0`, `git:…#<commit>`, `https://…`. */
  readonly from: string;
  /** Of the bytes that came; null for a folder. */
  readonly archiveDigest: string | null;
};

/** A version of a signed hub: its signature, its archive and its bundle fit each other. */
export type FetchedVersion = FetchedBundle & {
  readonly entry: HubEntry;
  readonly version: HubVersion;
  /** What to pin after a person agreed; the publisher's present key. */
  readonly pin: PublisherPin;
  /** `first`: nobody pinned this publisher, show the fingerprint. `rotated`: the old key says so. */
  readonly trust: "first" | "pinned" | "rotated";
  readonly fingerprint: string;
};

/** What the loaders make of a bundle, whichever kind it is. */
export type DescribedBundle = {
  readonly kind: HubKind;
  /** As a hub can list it. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly author: string | null;
  readonly permissions: readonly string[];
  /** Hosts that it says it reaches. */
  readonly hosts: readonly string[];
  /** Programs that it says it starts. */
  readonly programs: readonly string[];
  readonly effects: readonly SideEffect[];
  readonly actions: readonly HubAction[];
};

export type FindingKind =
  | "host"
  | "program"
  | "environment"
  | "hidden_character"
  | "fetch_and_run"
  | "encoded_code"
  | "install_script"
  | "permission";

/** Something that a bundle is seen to do, and where. A list for a person to read; never a score. */
export type Finding = {
  readonly kind: FindingKind;
  /** One sentence. */
  readonly says: string;
  /** True where the bundle says so itself. */
  readonly declared: boolean;
  /** The first places, each `{path, line}`; `more` counts those left out. */
  readonly places: readonly { readonly path: string; readonly line: number }[];
  readonly more: number;
};

export type ChangedFile = {
  readonly path: string;
  readonly change: "added" | "removed" | "changed";
  /** As `diff -u` prints it; null for what is not text, or too long. */
  readonly diff: string | null;
};

/** Two lists against each other. */
export type ListChange = { readonly added: readonly string[]; readonly removed: readonly string[] };

/** What an update changes. */
export type BundleDiff = {
  readonly files: readonly ChangedFile[];
  readonly permissions: ListChange;
  readonly hosts: ListChange;
  readonly effects: ListChange;
  readonly actions: ListChange & { readonly changed: readonly string[] };
};

/** Reads hubs and bundles. It never runs anything, and keeps nothing: that is the caller's. */
export interface HubClient {
  /**
   * The index, verified. Throws HUB_INVALID, HUB_SIGNATURE_WRONG, HUB_KEY_CHANGED, HUB_ROLLED_BACK,
   * HUB_EXPIRED, or what the web client throws. Of an unchanged one it is one request.
   */
  readHub(source: HubSource, known: KnownHub | null, call: HubCall): Promise<ReadHub>;
  /** A hub as it was verified when it was stored, without asking it; null where nothing can be read. */
  recallHub(known: KnownHub): ReadHub | null;
  /**
   * One version: `version` left out is the newest that is not withdrawn. Throws HUB_ENTRY_NOT_FOUND,
   * HUB_VERSION_WITHDRAWN, HUB_DIGEST_WRONG, HUB_SIGNATURE_WRONG, HUB_KEY_CHANGED.
   */
  fetchVersion(
    hub: ReadHub,
    wanted: { readonly name: string; readonly version?: string },
    pin: PublisherPin | null,
    call: HubCall,
  ): Promise<FetchedVersion>;
  /** An entry of an unsigned hub; its digest is checked, and there is no publisher. */
  fetchForeign(hub: ReadHub, name: string, call: HubCall): Promise<FetchedBundle>;
  fetchBundle(origin: BundleOrigin, call: HubCall): Promise<FetchedBundle>;
  /** What its files say: show this, and not what an index says. Throws what its loader throws. */
  describe(read: ReadBundle): DescribedBundle;
  findings(read: ReadBundle): readonly Finding[];
  compare(before: ReadBundle, after: ReadBundle): BundleDiff;
  /** Best first; an empty query lists everything. Entries that are withdrawn are not found. */
  search(hubs: readonly ReadHub[], query: string): readonly HubHit[];
}

/** Something found in a hub; the entry of an unsigned hub has no publisher. */
export type HubHit = { readonly hub: ReadHub; readonly entry: HubEntry | ForeignEntry };

/** Who signs: its secret stays where it is. */
export type HubSigner = { readonly key: HubKey; sign(text: string): string };

export type PublishRequest = {
  /** The folder that holds `.well-known/`. */
  readonly hub: string;
  readonly hubSigner: HubSigner;
  readonly publisher: string;
  readonly publisherSigner: HubSigner;
  readonly read: ReadBundle;
};

export type Published = {
  readonly identity: string;
  readonly version: HubVersion;
  readonly serial: number;
  /** Against the version before; empty for the first. */
  readonly changes: readonly string[];
};

/** Writes hubs that are folders. Each call takes the folder's lock, and changes the index last. */
export interface HubPublisher {
  /** What a folder says of itself as a hub; HUB_INVALID where it is none. */
  head(hub: string): Promise<HubHead>;
  /** Throws HUB_NAME_TAKEN where there is a hub already. */
  init(request: { hub: string; name: string; hubSigner: HubSigner }): Promise<HubIndex>;
  /**
   * Throws HUB_NAME_TAKEN (another publisher's), HUB_VERSION_TAKEN (this version with other
   * content), VERSION_TOO_LOW (its actions changed by more), HUB_KEY_CHANGED, HUB_BUSY.
   */
  publish(request: PublishRequest): Promise<Published>;
  /** Without a version all of them. */
  withdraw(request: {
    hub: string;
    hubSigner: HubSigner;
    name: string;
    version?: string;
    reason: string;
  }): Promise<HubIndex>;
  /** Signs the index anew, with a later expiry. */
  refresh(request: { hub: string; hubSigner: HubSigner }): Promise<HubIndex>;
  /** The old key names the new one; a hub's, or where `publisher` is given, that one's. */
  rotate(request: {
    hub: string;
    hubSigner: HubSigner;
    publisher?: string;
    from: HubSigner;
    to: HubSigner;
  }): Promise<HubIndex>;
}
