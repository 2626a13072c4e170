import type { BundleFile, BundleUser } from "../../schema/bundle.ts";
import type { ExtensionMetadata, PlannedStep } from "../../schema/extension.ts";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";
import type { ReadBundle } from "./read-bundle.ts";

/** A folder of this machine, or the bytes of a zip. */
export type FolderOrZip = { readonly path: string } | { readonly zip: Uint8Array };

/** What was found at a path or in a zip: read, and not kept yet. */
export type FoundFolder = {
  readonly kind: "skill" | "agent" | "ext" | "pack";
  /** Its real path; null for a zip. */
  readonly path: string | null;
  readonly read: ReadBundle;
};

/** What an extension's files say. */
export type LoadedExtension = {
  readonly metadata: ExtensionMetadata;
  readonly capability: SourcedCapability;
  readonly plan: readonly PlannedStep[];
  /** The steps of the plan that can be run; null where there is none. */
  readonly planCapability: SourcedCapability | null;
};

/** Where the files of extensions come from, and where they are kept: by digest, they never change. */
export interface ExtensionShelf {
  /** EXTENSION_INVALID and BUNDLE_INVALID say what to change. */
  find(from: FolderOrZip): Promise<FoundFolder>;
  /** EXTENSION_INVALID where it is no extension, or says too little to be listed. */
  load(found: FoundFolder): LoadedExtension;
  keep(read: ReadBundle, usedBy: BundleUser): Promise<void>;
  /** One that was kept. */
  stored(digest: string): Promise<LoadedExtension>;
  files(digest: string): Promise<readonly BundleFile[]>;
}
