import type { BundleFile, BundleUser } from "../../schema/bundle.ts";
import type { FolderKind, FolderMetadata } from "../../schema/installed-folder.ts";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";
import type { FolderOrZip, FoundFolder } from "./extension-shelf.ts";
import type { ReadBundle } from "./read-bundle.ts";

/** What the files of a skill or an agent say. */
export type LoadedFolder = {
  readonly metadata: FolderMetadata;
  /** Its `id` and `trust` are the registry's to say: what the loader puts there is replaced. */
  readonly capability: SourcedCapability;
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

/** Where the files of skills and agents come from, and where they are kept: by digest, they never change. */
export interface FolderShelf {
  /** SKILL_INVALID, AGENT_FOLDER_INVALID and BUNDLE_INVALID say what to change. */
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
