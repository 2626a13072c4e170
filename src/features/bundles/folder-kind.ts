import type * as z from "zod";
import type { JsonObject } from "../../base/json.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Actor, Scope } from "../../schema/actor.ts";
import type { AuditType } from "../../schema/audit-record.ts";
import type { BundleFile } from "../../schema/bundle.ts";
import type { PlannedStep } from "../../schema/extension.ts";
import type { HubKind } from "../../schema/hub.ts";
import type { FolderKind, FolderMetadata, InstalledFolder } from "../../schema/installed-folder.ts";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";
import type { ReadBundle } from "./read-bundle.ts";
import type { FolderCheck, FolderTester } from "./tests/folder-tester.ts";

/** The capabilities of a folder, as a source lists them. */
export type ListedFolder = {
  /** Its `id` and `trust` are the registry's to say: what the loader puts there is replaced. */
  readonly capability: SourcedCapability;
  /** The steps of the plan that can be run, apart from its commands. */
  readonly planCapability?: SourcedCapability;
};

/** What the files of a folder say. */
export type LoadedFolder = ListedFolder & {
  readonly metadata: FolderMetadata;
  /** What its author wants done to the machine. None of it was done. */
  readonly plan?: readonly PlannedStep[];
  /** What a hub lists beside its metadata and its tools. */
  readonly declares?: {
    readonly name?: string;
    readonly author?: string | undefined;
    readonly permissions?: readonly string[];
    readonly hosts?: readonly string[];
  };
};

/** What a loader knows beside the files. */
export type LoadHints = {
  /** The name of the folder; empty for a zip. */
  readonly folder: string;
  /** Fields of `about` that were asked for when it was installed. */
  readonly asked: JsonObject;
};

/** A pure function of a bundle: nothing is imported or run. Throws a CapstanError that says what to change. */
export type FolderLoader = (read: ReadBundle, hints?: Partial<LoadHints>) => LoadedFolder;

/** The stored files of a bundle. */
export interface KeptFiles {
  files(digest: string): Promise<readonly BundleFile[]>;
  bytes(file: BundleFile): Promise<Uint8Array>;
}

/** Where folders lie that are installed at the start: with Capstan, in its home, or in a project. */
export type FoundIn = "shipped" | "home" | "project";

/** A kind of folder, as data: registry, table, routes and hub are the same for all kinds. */
export interface FolderKindParts {
  readonly kind: FolderKind;
  /** What hubs call it. */
  readonly hubKind: HubKind;
  /** In a sentence: "a skill with code". */
  readonly called: string;
  /**
   * Whether a folder is one, by the names of its files; the name of a folder ends with "/". The first kind
   * of the list that says so has it.
   */
  matches(names: readonly string[]): boolean;
  /** Fields of `manifest.json` and a file: what a folder with another manifest lacks. */
  readonly needs?: {
    readonly called: string;
    readonly fields: readonly string[];
    readonly file: string;
  };
  readonly load: FolderLoader;
  /** How an installed one is listed; left out, as its loader says. */
  list?(folder: InstalledFolder, kept: KeptFiles): Promise<ListedFolder>;
  /** The checklist of one that is published. */
  readonly check: FolderCheck;
  readonly test: FolderTester;
  /** What it asks for and does not need, or does without asking for it. */
  permissionProblems?(read: ReadBundle): readonly string[];
  /** What happens to a second one of the same name: it is refused, or gets an id with "-2". */
  readonly slug: "conflict" | "suffix";
  /** Who may install, change and remove one. */
  readonly scope: Scope;
  readonly foundIn: readonly FoundIn[];
  /** Many that are found are stored in one commit and listed at the end, because no agent is given them. */
  readonly inBatches?: true;
  /** Its files are read by calls that ask. */
  readonly readsAsk?: true;
  /** One that was found and cannot be used is listed with the reason. */
  readonly listsBroken: boolean;
  /** What the audit trail calls what happens to one. */
  readonly audit: {
    readonly types: Readonly<Record<FolderChange, AuditType>>;
    of(folder: InstalledFolder): JsonObject;
  };
  /** How one that was just installed is answered; left out, as an `InstalledFolder`. */
  readonly answer?: {
    readonly field: string;
    readonly schema: z.ZodType;
    view(engine: Engine, folder: InstalledFolder, actor: Actor): unknown;
  };
}

export type FolderChange = "installed" | "changed" | "enabled" | "disabled" | "removed";
