import type { ChangeFacts } from "../schema/change-facts.ts";
import type {
  ChangeSet,
  ChangeSetState,
  Finding,
  OpenedFolder,
  Remark,
} from "../schema/change-set.ts";

/**
 * A path as its bytes, one character for each, because names need not be UTF-8. Inside a folder it begins
 * with "/", and "" is the folder itself.
 */
export type BytePath = string;

/** What lies at a path. Only kind, mode, size, digest and target are part of a difference's digest. */
export type EntryState = {
  /** A pipe, a socket or a device is `special`. */
  readonly kind: "file" | "folder" | "link" | "special";
  readonly mode: number;
  /** Bytes of a file, and the SHA-256 of them. */
  readonly size?: number;
  readonly digest?: string;
  /** The text of a link. */
  readonly target?: BytePath;
  /** A file with more than one name: the others keep the old content. */
  readonly names?: number;
  readonly owner: { readonly uid: number; readonly gid: number };
  /** Device, inode, size and times: the same stamp means the same content. */
  readonly stamp: string;
};

export type Change = {
  readonly path: BytePath;
  /** `null` means that there is nothing. */
  readonly before: EntryState | null;
  readonly after: EntryState | null;
  /** The person changed this path while the program ran, and how Capstan knows. */
  readonly conflict?: string;
};

export type Difference = {
  /** Sorted by path, so that a folder comes before its contents. */
  readonly changes: readonly Change[];
  /** From and to: a file that vanished here and appeared there with the same content. */
  readonly moves: readonly (readonly [BytePath, BytePath])[];
  /** What the program did and Capstan never repeats: special files and set-id bits. */
  readonly leftOut: readonly Remark[];
  /** An approval is bound to this: equal for the same effect on the same content. */
  readonly digest: string;
};

export type Judgement = {
  readonly findings: readonly Finding[];
  /** A person is asked under every profile, whatever was remembered. */
  readonly asksAlways: boolean;
  readonly facts: ChangeFacts;
};

/** What was measured of a folder, and what a person must see of it. */
export type Measured = {
  readonly folder: OpenedFolder;
  readonly difference: Pick<Difference, "changes">;
  readonly judgement: Pick<Judgement, "findings" | "facts">;
};

/** Whose a change set is. */
export type ChangeSetOrigin = Pick<
  ChangeSet,
  "sessionId" | "invocationId" | "actor" | "machine" | "createdAt" | "expiresAt"
>;

/** The rows of change sets of this machine. All of them are durable when their promise resolves. */
export interface ChangeSetRows {
  get(id: string): Promise<ChangeSet | undefined>;
  add(set: ChangeSet): Promise<void>;
  /**
   * Throws STATE_CONFLICT when the state is not `from`. Into `applying` it gives the next `order`; into
   * `applied` it marks the sets that this one undoes.
   */
  move(
    id: string,
    from: ChangeSetState,
    to: ChangeSetState,
    conflicts?: readonly Remark[],
  ): Promise<void>;
  /** Those that a crash interrupted, in their order. */
  applying(): Promise<readonly ChangeSet[]>;
}

/** One writer for a folder, for those above it and for those below it. */
export interface FolderLocks {
  /** Undefined while another set holds it. */
  take(root: string, setId: string): Promise<{ release(): Promise<void> } | undefined>;
}

export type Applied = {
  readonly id: string;
  readonly state: "applied" | "conflict";
  /** The paths that the person changed in the meantime. They stay as they are. */
  readonly conflicts: readonly Remark[];
};

export type PlannedUndo = {
  /** Undefined when nothing can be taken back. It is applied like any other. */
  readonly set: ChangeSet | undefined;
  readonly conflicts: readonly Remark[];
};

export interface ChangeSets {
  /** The folder of a new set. A program's changes are collected in its `upper`. */
  scratchOf(id: string): string;
  keep(id: string, measured: Measured, origin: ChangeSetOrigin): Promise<ChangeSet>;
  /** Throws STATE_CONFLICT for another digest than the one that was kept. */
  apply(id: string, approvedDigest: string): Promise<Applied>;
  /** Finishes what a crash interrupted. One that fails stays and does not hold up the others. */
  recover(): Promise<readonly (Applied | { readonly id: string; readonly error: unknown })[]>;
  /** Folds the sets of one folder into their inverse, leaving out what the person changed since. */
  planUndo(id: string, ids: readonly string[], origin: ChangeSetOrigin): Promise<PlannedUndo>;
  discard(id: string): Promise<void>;
}

/** A folder that a program changes while the person's stays as it is. */
export type StagedFolder = {
  readonly folder: OpenedFolder;
  /** What is mounted at the folder's place, for a process that `enter` leads. */
  readonly source: string;
  /** The same, as Capstan itself reaches it. */
  readonly outside: string;
  /** When every process that saw it has ended, and once. */
  measure(): Promise<Difference>;
};

export type Staged = {
  readonly folders: readonly StagedFolder[];
  /** Stands before the command of the box. Empty for copies. */
  readonly enter: readonly string[];
  end(): Promise<void>;
};

/** How changes are kept apart: by an overlay, whoever mounts it, or by a copy. */
export type StagingWay = "unshare" | "bubblewrap" | "copy";
