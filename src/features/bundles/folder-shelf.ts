import type { BundleFile, BundleUser } from "../../schema/bundle.ts";
import type { PlannedStep } from "../../schema/extension.ts";
import type { FolderKind, FolderMetadata } from "../../schema/installed-folder.ts";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";
import type { ReadBundle } from "./read-bundle.ts";

/** A folder of this machine, or the bytes of a zip. */
export type FolderOrZip = { readonly path: string } | { readonly zip: Uint8Array };

/** What was found at a path or in a zip: read, and not kept yet. */
export type FoundFolder = {
  readonly kind: FolderKind | "pack";
  /** Its real path; null for a zip. */
  readonly path: string | null;
  readonly read: ReadBundle;
};

/** What the files of a folder say. */
export type LoadedFolder = {
  readonly metadata: FolderMetadata;
  /** Its `id` and `trust` are the registry's to say: what the loader puts there is replaced. */
  readonly capability: SourcedCapability;
  /** What its author wants done to the machine. None of it was done. */
  readonly plan?: readonly PlannedStep[];
  /** The steps of the plan that can be run, apart from its commands. */
  readonly planCapability?: SourcedCapability;
};

/** A pure function of a bundle: nothing is imported or run. Throws a CapstanError that says what to change. */
export type FolderLoader = (read: ReadBundle) => LoadedFolder;

/** One item of a checklist, and what is wrong with it; nothing where it is right. */
export type CheckedItem = {
  readonly item: string;
  readonly problems: readonly string[];
  /** Its words stand in the text, and whether they are true only a test shows. */
  readonly isOnlySeen?: true;
};

/** Reads and judges; nothing is imported or run. */
export type FolderCheck = (read: ReadBundle) => readonly CheckedItem[];

/** Where the files of installed folders come from, and where they are kept: by digest, they never change. */
export interface FolderShelf {
  /** SKILL_INVALID, AGENT_FOLDER_INVALID, EXTENSION_INVALID and BUNDLE_INVALID say what to change. */
  find(from: FolderOrZip): Promise<FoundFolder>;
  /** The folders right inside one that are, by the names of their files, a skill or an agent. */
  within(place: string): Promise<readonly string[]>;
  load(kind: FolderKind, read: ReadBundle): LoadedFolder;
  /** Holds it against all that is asked of one that is published; empty for a kind without a checklist. */
  check(kind: FolderKind, read: ReadBundle): readonly CheckedItem[];
  keep(read: ReadBundle, usedBy: BundleUser): Promise<void>;
  /** One that was kept. */
  stored(kind: FolderKind, digest: string): Promise<LoadedFolder>;
  files(digest: string): Promise<readonly BundleFile[]>;
  /** The text of a kept file, such as its documentation. */
  text(file: BundleFile): Promise<string>;
}
