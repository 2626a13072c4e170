import type { Artifact } from "../schema/outcome.ts";
import type { Change } from "../stores/journal.ts";
import type { Mount } from "./sandbox.ts";

/** `scratch`: what a program does to it is thrown away. */
export type WorkspaceMode = "ro" | "rw" | "scratch";

/** What a program left in its workspace, to be recorded with the outcome of its call, or not at all. */
export interface KeptFiles {
  /** Held against the session's files as they are now: asked again when they changed meanwhile. */
  settle(): Promise<Settled>;
  /** The changes are committed. */
  recorded(): Promise<void>;
  /** Whatever became of it, the next writer may come. After `recorded` there is nothing left to do. */
  close(): Promise<void>;
}

export type Settled = {
  readonly changes: readonly Change[];
  readonly artifacts: readonly Artifact[];
  /** What a person should know: what was not kept, and why. */
  readonly notes: readonly string[];
};

/** A session's files as a real folder, for one call. */
export interface Workspace {
  readonly mounts: readonly Mount[];
  /** The same as long as a process that was started with these mounts sees the same folder. */
  readonly key: string;
  /** Says once, in words, that there is more in it than a session may have. */
  watch(onOverfull: (why: string) => void): { stop(): void };
  /**
   * After the program is gone, and instead of `close`. What it left is stored, but is not yet a file
   * of the session. Rejects with FILE_TOO_LARGE when it is more than a session may have.
   */
  capture(): Promise<KeptFiles>;
  /** Nothing that was done in it counts. */
  close(): Promise<void>;
}

/**
 * The folders in which programs find a session's files. The store is the truth: a folder is laid out
 * from it, and whatever else is found in it is put back.
 */
export interface Workspaces {
  /** Rejects with WORKSPACE_BUSY when another call keeps it for too long. */
  open(wanted: {
    readonly sessionId: string;
    readonly mode: WorkspaceMode;
    readonly signal: AbortSignal;
  }): Promise<Workspace>;
  /** The session is gone. */
  remove(sessionId: string): Promise<void>;
  /** Removes the folders of sessions that the store no longer has. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** Where a program finds them, in every box. */
export const WORKSPACE = "/workspace";
/** Where it puts new files unless it is told otherwise: always there. */
export const OUTPUTS = "outputs";
