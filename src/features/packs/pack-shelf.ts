import type { BundleFile, BundleUser } from "../../schema/bundle.ts";
import type { PackMetadata } from "../../schema/pack.ts";
import type { PackExample } from "../../schema/pack-tools.ts";
import type { SourcedTool } from "../../schema/sourced-capability.ts";
import type { ReadBundle } from "../bundles/read-bundle.ts";

/** A folder or a zip that can be a pack: read, and not kept yet. */
export type PackReading = {
  readonly metadata: PackMetadata;
  /** What its folder is called; empty for a zip. */
  readonly folder: string;
  readonly read: ReadBundle;
};

export type ToolExamples = {
  readonly tool: string;
  readonly examples: readonly PackExample[];
};

/** The tools of a pack; or what is wrong with its `tools.json` (P43). */
export type PackToolsReading =
  | { readonly tools: readonly SourcedTool[] }
  | { readonly problem: string; readonly field: string };

/** Where the files of packs come from, and where they are kept: by digest, they never change. */
export interface PackShelf {
  /** The real path of a folder that may be taken in; PACK_INVALID says why another may not. */
  rootOf(path: string): Promise<string>;
  /** PACK_INVALID and BUNDLE_INVALID say what to change. */
  readFolder(root: string, entryDoc: string | null): Promise<PackReading>;
  /** The same, strictly: what would only be a warning is refused. */
  check(root: string, entryDoc: string | null): Promise<PackReading>;
  /** Another one whenever something was written in a folder; no content is read for it. */
  stampOf(root: string): Promise<string>;
  /** Folders right inside this one that have an entry doc. */
  find(folder: string): Promise<readonly string[]>;
  readZip(bytes: Uint8Array, entryDoc: string | null): Promise<PackReading>;
  /** One that was read already, from a folder of this name. */
  load(read: ReadBundle, folder?: string, entryDoc?: string | null): PackReading;
  keep(read: ReadBundle, usedBy: BundleUser): Promise<void>;
  files(digest: string): Promise<readonly BundleFile[]>;
  /** A piece of a file's bytes. */
  bytes(file: BundleFile): Promise<Uint8Array>;
  /** A document as text, whatever it was saved as. */
  doc(file: BundleFile): Promise<string>;
  /** Whether a bundle is, byte by byte, one of those that ship with Capstan. */
  isShipped(digest: string): Promise<boolean>;
  /** The examples of each tool, in the order of `tools.json`; none where it cannot be used. */
  examples(read: ReadBundle): readonly ToolExamples[];
  /** Undefined where there is no `tools.json`. */
  tools(digest: string): Promise<PackToolsReading | undefined>;
}
